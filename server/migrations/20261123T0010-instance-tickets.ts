import type { Migration } from './types'

/** Ends with instance, account and session, so that a logout everywhere, a ban and a new password end it too. */
export const instanceTickets: Migration = {
  name: '20261123T0010-instance-tickets',
  up: `
    CREATE TABLE instance_tickets (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      instance_id uuid NOT NULL REFERENCES instances ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (instance_id, user_id)
    );
    CREATE INDEX instance_tickets_user ON instance_tickets (user_id);
    CREATE INDEX instance_tickets_session ON instance_tickets (session_id);
  `,
  down: 'DROP TABLE instance_tickets'
}
