import type { Migration } from './types'

/** Awards that services give, by their keys (docs/rules/awards.md). */
export const awards: Migration = {
  name: '20261208T0100-awards',
  up: `
    CREATE TABLE game_awards (
      game_id integer NOT NULL REFERENCES games(id) ON DELETE CASCADE,
      key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
      challenge_id integer,
      content jsonb NOT NULL,
      at timestamptz(3) NOT NULL,
      token_id uuid,
      PRIMARY KEY (game_id, key)
    );
    CREATE INDEX game_awards_at ON game_awards (game_id, at);
  `,
  down: 'DROP TABLE game_awards;'
}
