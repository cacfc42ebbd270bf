import type { Migration } from './types'

/** Messages to devices (docs/rules/push.md): what is to be sent is stored with what it tells of. */
export const push: Migration = {
  name: '20261127T1740-push',
  up: `
    CREATE TABLE push_devices (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      -- Who logs out gets no more messages there.
      session_id text NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
      endpoint text NOT NULL UNIQUE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      locale text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX push_devices_user ON push_devices (user_id);
    CREATE INDEX push_devices_session ON push_devices (session_id);

    CREATE TABLE push_messages (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      notice_id integer UNIQUE REFERENCES notices(id) ON DELETE CASCADE,
      ticket_message_id integer UNIQUE REFERENCES ticket_messages(id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      -- Receivers are not found yet.
      fresh boolean NOT NULL DEFAULT true,
      CHECK (num_nonnulls(notice_id, ticket_message_id) = 1)
    );
    CREATE INDEX push_messages_fresh ON push_messages (id) WHERE fresh;

    CREATE TABLE push_deliveries (
      message_id integer NOT NULL REFERENCES push_messages(id) ON DELETE CASCADE,
      device_id uuid NOT NULL REFERENCES push_devices(id) ON DELETE CASCADE,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (message_id, device_id)
    );
    CREATE INDEX push_deliveries_due ON push_deliveries (due_at);
    CREATE INDEX push_deliveries_device ON push_deliveries (device_id);
  `,
  down: 'DROP TABLE push_deliveries, push_messages, push_devices;'
}
