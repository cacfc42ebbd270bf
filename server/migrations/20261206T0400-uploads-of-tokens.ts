import type { Migration } from './types'

/** The service token that uploaded a file, which has no account: it alone may use the file (docs/rules/files.md#who-may-use). */
export const uploadsOfTokens: Migration = {
  name: '20261206T0400-uploads-of-tokens',
  up: `
    ALTER TABLE uploads ADD COLUMN token_id uuid REFERENCES api_tokens ON DELETE SET NULL;
    CREATE INDEX uploads_token ON uploads (token_id);
  `,
  down: 'ALTER TABLE uploads DROP COLUMN token_id'
}
