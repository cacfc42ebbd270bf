import type { Migration } from './types'

/** Tokens of the platform or a game, which belong to no account (docs/decisions/062-service-tokens.md). */
export const serviceTokens: Migration = {
  name: '20261127T1300-service-tokens',
  up: `
    ALTER TABLE api_tokens ALTER COLUMN user_id DROP NOT NULL;
    ALTER TABLE api_tokens ADD COLUMN made_by uuid REFERENCES users (id) ON DELETE SET NULL;
    ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_made_check CHECK (made_by IS NULL OR user_id IS NULL);
    CREATE INDEX api_tokens_made ON api_tokens (made_by);
  `,
  down: `
    DELETE FROM api_tokens WHERE user_id IS NULL;
    ALTER TABLE api_tokens DROP COLUMN made_by, ALTER COLUMN user_id SET NOT NULL;
  `
}
