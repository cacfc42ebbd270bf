import type { Migration } from './types'

export const importSources: Migration = {
  name: '20261124T0310-import-sources',
  up: 'ALTER TABLE challenges ADD COLUMN source_id text CHECK (char_length(source_id) <= 1024);',
  down: 'ALTER TABLE challenges DROP COLUMN source_id;'
}
