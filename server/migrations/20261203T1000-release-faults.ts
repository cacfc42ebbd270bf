import type { Migration } from './types'

/** Why the last release of a challenge failed, and when; null unless one did (docs/rules/challenges.md#release). */
export const releaseFaults: Migration = {
  name: '20261203T1000-release-faults',
  up: `
    ALTER TABLE challenges ADD COLUMN release_failed_at timestamptz(3), ADD COLUMN release_fault text;
  `,
  down: `
    ALTER TABLE challenges DROP COLUMN release_failed_at, DROP COLUMN release_fault;
  `
}
