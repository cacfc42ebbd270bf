import type { Migration } from './types'

/**
 * Logout tokens of identity providers that were used, so that none is taken twice; and providers that the environment gives
 * (docs/rules/accounts.md#log-out-by-a-provider).
 */
export const logoutTokens: Migration = {
  name: '20261128T0210-logout-tokens',
  up: `
    CREATE TABLE logout_tokens (
      provider_id uuid NOT NULL REFERENCES sign_in_providers ON DELETE CASCADE,
      jti_hash char(64) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (provider_id, jti_hash)
    );
    CREATE INDEX logout_tokens_expiry ON logout_tokens (expires_at);
    ALTER TABLE sign_in_providers ADD provided boolean NOT NULL DEFAULT false;
  `,
  down: `
    ALTER TABLE sign_in_providers DROP provided;
    DROP TABLE logout_tokens;
  `
}
