import type { Migration } from './types'

/**
 * Games that are played on another machine (docs/suitcase.md). `suitcases` belong to the home game, `unpacked_suitcases` to
 * the game that was made from one. `key` is the public key of the other machine's game once somebody has confirmed it;
 * `merged_seq` and `merged_hash` are the end of its ledger that was merged last; `results` is its file, packed by gzip.
 */
export const suitcases: Migration = {
  name: '20261129T0010-suitcases',
  up: `
    CREATE TABLE suitcases (
      id uuid PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games(id) ON DELETE CASCADE,
      packed_at timestamptz(3) NOT NULL,
      packed_by uuid REFERENCES users(id) ON DELETE SET NULL,
      key text,
      confirmed_at timestamptz(3),
      confirmed_by uuid REFERENCES users(id) ON DELETE SET NULL,
      results bytea,
      received_at timestamptz(3),
      teams jsonb NOT NULL DEFAULT '{}',
      merged_seq integer NOT NULL DEFAULT 0,
      merged_hash bytea NOT NULL DEFAULT ''
    );
    CREATE INDEX suitcases_game ON suitcases (game_id);
    CREATE INDEX suitcases_packed_by ON suitcases (packed_by);
    CREATE INDEX suitcases_confirmed_by ON suitcases (confirmed_by);
    CREATE TABLE unpacked_suitcases (
      id uuid PRIMARY KEY,
      game_id integer NOT NULL UNIQUE REFERENCES games(id) ON DELETE CASCADE,
      home_key text NOT NULL,
      challenges jsonb NOT NULL,
      teams jsonb NOT NULL,
      unpacked_at timestamptz(3) NOT NULL
    );
  `,
  down: 'DROP TABLE unpacked_suitcases; DROP TABLE suitcases;'
}
