import type { Migration } from './types'

export const pricedHints: Migration = {
  name: '20261126T1500-priced-hints',
  up: `
    ALTER TABLE challenges ADD priced_hints jsonb NOT NULL DEFAULT '[]';
    CREATE TABLE hint_purchases (
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      hint integer NOT NULL,
      cost integer NOT NULL,
      at timestamptz(3) NOT NULL,
      user_id uuid REFERENCES users(id) ON DELETE SET NULL,
      returned_by integer,
      PRIMARY KEY (challenge_id, participation_id, hint)
    );
    CREATE INDEX hint_purchases_participation ON hint_purchases (participation_id);
    CREATE INDEX hint_purchases_user ON hint_purchases (user_id);
    CREATE INDEX score_events_award ON score_events (game_id, participation_id) WHERE kind = 'award';
  `,
  down: `
    DROP INDEX score_events_award;
    DROP TABLE hint_purchases;
    ALTER TABLE challenges DROP priced_hints;
  `
}
