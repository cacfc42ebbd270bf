import type { Migration } from './types'

export const importValues: Migration = {
  name: '20261125T0410-import-values',
  up: `ALTER TABLE games ADD COLUMN import_values jsonb NOT NULL DEFAULT '{}';`,
  down: 'ALTER TABLE games DROP COLUMN import_values;'
}
