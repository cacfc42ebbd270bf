import type { Migration } from './types'

/** Limits of members by division, and games that offer to play alone (docs/rules/participation.md#member-limit). */
export const teamSizes: Migration = {
  name: '20261128T0020-team-sizes',
  up: `
    ALTER TABLE games
      ADD COLUMN division_limits jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN solo boolean NOT NULL DEFAULT false;
  `,
  down: 'ALTER TABLE games DROP COLUMN division_limits, DROP COLUMN solo;'
}
