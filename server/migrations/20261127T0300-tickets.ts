import type { Migration } from './types'

/** What teams and the organisers of a game write to each other (docs/rules/tickets.md). */
export const tickets: Migration = {
  name: '20261127T0300-tickets',
  up: `
    CREATE TABLE tickets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations ON DELETE CASCADE,
      challenge_id integer REFERENCES challenges ON DELETE SET NULL,
      title text NOT NULL,
      by_staff boolean NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'answered', 'sent', 'closed')),
      place bigint NOT NULL,
      unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
      opened_at timestamptz(3) NOT NULL,
      changed_at timestamptz(3) NOT NULL
    );
    CREATE INDEX tickets_queue ON tickets (game_id, place, id);
    CREATE INDEX tickets_waiting ON tickets (game_id, place) WHERE state = 'waiting';
    CREATE INDEX tickets_game ON tickets (game_id, id);
    CREATE INDEX tickets_participation ON tickets (participation_id, id);
    CREATE INDEX tickets_unread ON tickets (participation_id) WHERE unread > 0;
    CREATE INDEX tickets_challenge ON tickets (challenge_id);

    CREATE TABLE ticket_messages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ticket_id integer NOT NULL REFERENCES tickets ON DELETE CASCADE,
      from_staff boolean NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      text text NOT NULL,
      at timestamptz(3) NOT NULL
    );
    CREATE INDEX ticket_messages_ticket ON ticket_messages (ticket_id, id);
    CREATE INDEX ticket_messages_user ON ticket_messages (user_id);

    CREATE TABLE canned_answers (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      name text NOT NULL,
      text text NOT NULL,
      UNIQUE (game_id, name)
    );

    ALTER TABLE mail_outbox ADD COLUMN ticket_id integer REFERENCES tickets ON DELETE CASCADE;
    CREATE INDEX mail_outbox_ticket ON mail_outbox (ticket_id) WHERE ticket_id IS NOT NULL;
    ALTER TABLE webhooks ADD COLUMN ticket_id integer NOT NULL DEFAULT 0;
  `,
  down: `
    ALTER TABLE webhooks DROP COLUMN ticket_id;
    ALTER TABLE mail_outbox DROP COLUMN ticket_id;
    DROP TABLE canned_answers, ticket_messages, tickets;
  `
}
