import type { Migration } from './types'

export const accounts: Migration = {
  name: '20261120T1633-accounts',
  up: `
    -- True until the link of the first mail is followed. An administrator's word on the account ends the wait: whom
    -- they switch off no link switches on again.
    ALTER TABLE users ADD COLUMN awaits_mail boolean NOT NULL DEFAULT false;
    CREATE FUNCTION users_end_wait() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.awaits_mail := false;
        RETURN NEW;
      END $$;
    CREATE TRIGGER users_end_wait BEFORE UPDATE OF active ON users
      FOR EACH ROW EXECUTE FUNCTION users_end_wait();

    ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz(3) NOT NULL DEFAULT now();

    -- One link an account and purpose: a newer one takes the place of the older.
    CREATE TABLE mail_tokens (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify', 'reset', 'confirm')),
      token_hash char(64) NOT NULL UNIQUE,
      email text NOT NULL,
      stamp char(64) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, purpose)
    );

    CREATE TABLE mail_outbox (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      address text NOT NULL,
      locale text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      attempts int NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      failed_at timestamptz(3),
      error text
    );
    CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE failed_at IS NULL;
    CREATE INDEX mail_outbox_user ON mail_outbox (user_id);
  `,
  down: `
    DROP TABLE mail_outbox, mail_tokens;
    ALTER TABLE sessions DROP COLUMN last_seen_at;
    DROP TRIGGER users_end_wait ON users;
    DROP FUNCTION users_end_wait;
    ALTER TABLE users DROP COLUMN awaits_mail;
  `
}
