import type { Migration } from './types'

/** Tickets that came with the archive of a game; their teams did not (docs/rules/tickets.md#earlier-tickets). */
export const earlierTickets: Migration = {
  name: '20261129T0210-earlier-tickets',
  up: `
    CREATE TABLE earlier_tickets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      challenge_id integer REFERENCES challenges (id) ON DELETE SET NULL,
      title text NOT NULL,
      by_staff boolean NOT NULL,
      opened_at timestamp(3) with time zone NOT NULL,
      messages jsonb NOT NULL
    );
    CREATE INDEX earlier_tickets_game ON earlier_tickets (game_id, opened_at, id);
    CREATE INDEX earlier_tickets_challenge ON earlier_tickets (challenge_id);
  `,
  down: 'DROP TABLE earlier_tickets'
}
