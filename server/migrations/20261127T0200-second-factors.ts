import type { Migration } from './types'

/** See docs/decisions/053-second-factors.md. */
export const secondFactors: Migration = {
  name: '20261127T0200-second-factors',
  up: `
    CREATE TABLE second_factors (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
      name text NOT NULL,
      secret text,
      last_step bigint,
      credential_id text UNIQUE,
      public_key text,
      sign_count bigint,
      transports text[] NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3),
      CHECK ((kind = 'totp') = (secret IS NOT NULL)),
      CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL AND sign_count IS NOT NULL))
    );
    CREATE INDEX second_factors_user ON second_factors (user_id);
    CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      code_hash char(64) NOT NULL,
      used_at timestamptz(3),
      PRIMARY KEY (user_id, code_hash)
    );
    CREATE TABLE login_steps (
      token_hash char(64) PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      stamp char(64) NOT NULL,
      provider_id uuid REFERENCES sign_in_providers (id) ON DELETE CASCADE,
      id_token text,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX login_steps_user ON login_steps (user_id);
    CREATE INDEX login_steps_provider ON login_steps (provider_id);
    CREATE INDEX login_steps_end ON login_steps (expires_at);
    CREATE TABLE used_challenges (
      challenge_hash char(64) PRIMARY KEY,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX used_challenges_end ON used_challenges (expires_at);
    ALTER TABLE sessions ADD second_factor boolean NOT NULL DEFAULT false;
    ALTER TABLE sessions ADD confirmed_at timestamptz(3) NOT NULL DEFAULT 'epoch';
    UPDATE sessions SET confirmed_at = created_at;
    ALTER TABLE sessions ALTER confirmed_at SET DEFAULT now();
    ALTER TABLE sign_in_providers ADD counts_as_both boolean NOT NULL DEFAULT false;
  `,
  down: `
    ALTER TABLE sign_in_providers DROP counts_as_both;
    ALTER TABLE sessions DROP second_factor, DROP confirmed_at;
    DROP TABLE used_challenges, login_steps, recovery_codes, second_factors;
  `
}
