import type { Migration } from './types'

/** Where a challenge is played, as fields in place of a line of its text (docs/rules/challenges.md#connections). */
export const connections: Migration = {
  name: '20261208T0300-connections',
  up: "ALTER TABLE challenges ADD COLUMN connections jsonb NOT NULL DEFAULT '[]'",
  down: 'ALTER TABLE challenges DROP COLUMN connections'
}
