import type { Migration } from './types'

/**
 * From `freeze_at` on the public board stands still until `revealed_at` (docs/rules/freeze.md). Null: it does not, or it is
 * not revealed yet.
 */
export const freeze: Migration = {
  name: '20261126T0400-freeze',
  up: 'ALTER TABLE games ADD freeze_at timestamptz(3), ADD revealed_at timestamptz(3);',
  down: 'ALTER TABLE games DROP revealed_at, DROP freeze_at;'
}
