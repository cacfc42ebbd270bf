import type { Migration } from './types'

/** Where an imported challenge came from, so that another import of the same folders finds it under a new title. */
export const importSources: Migration = {
  name: '20261124T0310-import-sources',
  up: 'ALTER TABLE challenges ADD COLUMN source_id text CHECK (char_length(source_id) <= 1024);',
  down: 'ALTER TABLE challenges DROP COLUMN source_id;'
}
