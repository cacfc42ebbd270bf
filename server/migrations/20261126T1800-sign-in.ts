import type { Migration } from './types'

/** See docs/decisions/050-sign-in-by-providers.md. */
export const signIn: Migration = {
  name: '20261126T1800-sign-in',
  up: `
    CREATE TABLE sign_in_providers (
      id uuid PRIMARY KEY,
      slug text NOT NULL UNIQUE,
      name text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('oidc', 'google', 'gitlab', 'github', 'discord', 'ctftime')),
      issuer text NOT NULL,
      client_id text NOT NULL,
      secret text,
      enabled boolean NOT NULL DEFAULT true,
      creates_accounts boolean NOT NULL DEFAULT false,
      single_logout boolean NOT NULL DEFAULT false,
      domains text NOT NULL DEFAULT '',
      roles jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE TABLE user_identities (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      provider_id uuid NOT NULL REFERENCES sign_in_providers (id) ON DELETE CASCADE,
      subject text NOT NULL,
      label text NOT NULL,
      granted text CHECK (granted IN ('Monitor', 'Admin')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3),
      UNIQUE (provider_id, subject)
    );
    CREATE INDEX user_identities_user ON user_identities (user_id);
    CREATE TABLE sign_in_attempts (
      state_hash char(64) PRIMARY KEY,
      browser_hash char(64) NOT NULL,
      provider_id uuid NOT NULL REFERENCES sign_in_providers (id) ON DELETE CASCADE,
      sealed text NOT NULL,
      session_id text REFERENCES sessions (id) ON DELETE CASCADE,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX sign_in_attempts_provider ON sign_in_attempts (provider_id);
    CREATE INDEX sign_in_attempts_session ON sign_in_attempts (session_id);
    CREATE INDEX sign_in_attempts_end ON sign_in_attempts (expires_at);
    CREATE TABLE session_providers (
      session_id text PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      provider_id uuid NOT NULL REFERENCES sign_in_providers (id) ON DELETE CASCADE,
      id_token text
    );
    CREATE INDEX session_providers_provider ON session_providers (provider_id);
    ALTER TABLE users ADD generated_hash text;
  `,
  down: `
    ALTER TABLE users DROP generated_hash;
    DROP TABLE session_providers, sign_in_attempts, user_identities, sign_in_providers;
  `
}
