import type { Migration } from './types'

/** Frozen from `freeze_at` to `revealed_at` (docs/rules/freeze.md). Null: not frozen, or not revealed. */
export const freeze: Migration = {
  name: '20261126T0400-freeze',
  up: 'ALTER TABLE games ADD freeze_at timestamptz(3), ADD revealed_at timestamptz(3);',
  down: 'ALTER TABLE games DROP revealed_at, DROP freeze_at;'
}
