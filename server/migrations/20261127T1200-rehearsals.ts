import type { Migration } from './types'

/**
 * Dress rehearsals (docs/rules/rehearsals.md). `rehearsal` is the run that a copy, a team or an account was made for. It refers to
 * nothing, because what a run leaves must be found and removed after its row is gone.
 */
export const rehearsals: Migration = {
  name: '20261127T1200-rehearsals',
  up: `
    CREATE TABLE rehearsals (
      id uuid PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'stopped', 'abandoned')),
      teams int NOT NULL CHECK (teams BETWEEN 1 AND 100),
      requested_by uuid REFERENCES users ON DELETE SET NULL,
      requested_at timestamptz(3) NOT NULL,
      started_at timestamptz(3),
      ended_at timestamptz(3),
      run uuid,
      attempts int NOT NULL DEFAULT 0,
      stopping boolean NOT NULL DEFAULT false,
      lease_until timestamptz(3),
      progress jsonb,
      report jsonb
    );
    CREATE INDEX rehearsals_game ON rehearsals (game_id, requested_at DESC);
    CREATE UNIQUE INDEX rehearsals_live ON rehearsals (game_id) WHERE state IN ('waiting', 'running');
    CREATE INDEX rehearsals_user ON rehearsals (requested_by);
    ALTER TABLE games ADD rehearsal uuid;
    ALTER TABLE teams ADD rehearsal uuid;
    ALTER TABLE users ADD rehearsal uuid;
    CREATE INDEX games_rehearsal ON games (rehearsal) WHERE rehearsal IS NOT NULL;
    CREATE INDEX teams_rehearsal ON teams (rehearsal) WHERE rehearsal IS NOT NULL;
    CREATE INDEX users_rehearsal ON users (rehearsal) WHERE rehearsal IS NOT NULL;
  `,
  down: `
    DELETE FROM games WHERE rehearsal IS NOT NULL;
    DELETE FROM teams WHERE rehearsal IS NOT NULL;
    DELETE FROM users WHERE rehearsal IS NOT NULL;
    ALTER TABLE games DROP rehearsal;
    ALTER TABLE teams DROP rehearsal;
    ALTER TABLE users DROP rehearsal;
    DROP TABLE rehearsals;
  `
}
