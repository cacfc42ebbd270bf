import type { Migration } from './types'

/**
 * What opens a tunnel to an instance: one for each person and instance, any number of times. It ends with the instance,
 * with the account, and with the session in which it was made, so that logging out everywhere, a ban and a new password
 * end it as well.
 */
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
