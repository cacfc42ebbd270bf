import type { Migration } from './types'

/**
 * Challenges may carry a solver that is run on fresh instances (docs/rules/solve-checks.md). The state of each, and its last
 * runs; at most one run of a challenge is open.
 */
export const solveChecks: Migration = {
  name: '20261127T1000-solve-checks',
  up: `
    ALTER TABLE challenges ADD solver jsonb CHECK (jsonb_typeof(solver) = 'object');
    CREATE INDEX challenges_scheduled ON challenges (game_id) WHERE solver ->> 'every' IS NOT NULL;
    ALTER TABLE instances DROP CONSTRAINT instances_kind_check;
    ALTER TABLE instances ADD CONSTRAINT instances_kind_check CHECK (kind IN ('team', 'test', 'check'));
    CREATE TABLE solve_checks (
      challenge_id integer PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'never' CHECK (state IN ('never', 'passing', 'failing', 'unknown')),
      since timestamptz(3),
      next_at timestamptz(3)
    );
    CREATE TABLE solve_check_runs (
      id uuid PRIMARY KEY,
      challenge_id integer NOT NULL REFERENCES challenges ON DELETE CASCADE,
      cause text NOT NULL CHECK (cause IN ('hand', 'schedule', 'again')),
      requested_by uuid REFERENCES users ON DELETE SET NULL,
      requested_at timestamptz(3) NOT NULL,
      instance_id uuid,
      attempts integer NOT NULL DEFAULT 1,
      lease_owner text,
      lease_until timestamptz(3),
      started_at timestamptz(3),
      ended_at timestamptz(3),
      outcome text CHECK (outcome IN ('passed', 'failed', 'not_run')),
      reason text,
      detail text,
      exit_code integer,
      output text NOT NULL DEFAULT '',
      masked text NOT NULL DEFAULT '',
      CHECK ((ended_at IS NULL) = (outcome IS NULL))
    );
    CREATE UNIQUE INDEX solve_check_runs_open ON solve_check_runs (challenge_id) WHERE ended_at IS NULL;
    CREATE INDEX solve_check_runs_challenge ON solve_check_runs (challenge_id, requested_at);
    CREATE INDEX solve_check_runs_requested_by ON solve_check_runs (requested_by);
  `,
  down: `
    DROP TABLE solve_check_runs;
    DROP TABLE solve_checks;
    DELETE FROM instances WHERE kind = 'check';
    ALTER TABLE instances DROP CONSTRAINT instances_kind_check;
    ALTER TABLE instances ADD CONSTRAINT instances_kind_check CHECK (kind IN ('team', 'test'));
    ALTER TABLE challenges DROP solver;
  `
}
