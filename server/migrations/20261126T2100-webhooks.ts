import type { Migration } from './types'

/** See docs/decisions/049-webhooks.md. */
export const webhooks: Migration = {
  name: '20261126T2100-webhooks',
  up: `
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      game_id int NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      name text NOT NULL,
      format text NOT NULL CHECK (format IN ('Standard', 'Discord', 'Slack', 'Telegram', 'Matrix')),
      locale text NOT NULL,
      events text[] NOT NULL,
      host text NOT NULL,
      target text NOT NULL,
      secret text NOT NULL,
      old_secret text,
      old_secret_until timestamptz(3),
      enabled boolean NOT NULL DEFAULT true,
      ended text CHECK (ended IN ('Gone', 'Failing')),
      failing_since timestamptz(3),
      notice_id int NOT NULL,
      ledger_seq int NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX webhooks_game ON webhooks (game_id);
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY,
      webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
      event_key text NOT NULL,
      event text NOT NULL,
      payload jsonb NOT NULL,
      state text NOT NULL DEFAULT 'Pending' CHECK (state IN ('Pending', 'Delivered', 'Failed')),
      attempts int NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      leased_until timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      tried_at timestamptz(3),
      status int,
      answer text,
      error text,
      UNIQUE (webhook_id, event_key)
    );
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'Pending';
    CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
  `,
  down: `
    DROP TABLE webhook_deliveries;
    DROP TABLE webhooks;
  `
}
