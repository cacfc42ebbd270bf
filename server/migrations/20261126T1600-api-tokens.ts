import type { Migration } from './types'

/** API tokens (docs/decisions/048-api-tokens.md). The audit names the token; a ticket may belong to one. */
export const apiTokens: Migration = {
  name: '20261126T1600-api-tokens',
  up: `
    CREATE TABLE api_tokens (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      token_hash char(64) NOT NULL UNIQUE,
      hint text NOT NULL,
      scopes text[] NOT NULL,
      game_id int REFERENCES games (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3),
      ended boolean NOT NULL DEFAULT false
    );
    CREATE INDEX api_tokens_user ON api_tokens (user_id);
    CREATE INDEX api_tokens_game ON api_tokens (game_id);
    ALTER TABLE audit_events ADD token text;
    ALTER TABLE instance_tickets ALTER session_id DROP NOT NULL,
      ADD token_id uuid REFERENCES api_tokens (id) ON DELETE CASCADE,
      ADD CONSTRAINT instance_tickets_holder_check CHECK ((session_id IS NULL) <> (token_id IS NULL));
    CREATE INDEX instance_tickets_token ON instance_tickets (token_id);
  `,
  down: `
    DELETE FROM instance_tickets WHERE session_id IS NULL;
    ALTER TABLE instance_tickets DROP CONSTRAINT instance_tickets_holder_check, DROP token_id, ALTER session_id SET NOT NULL;
    ALTER TABLE audit_events DROP token;
    DROP TABLE api_tokens;
  `
}
