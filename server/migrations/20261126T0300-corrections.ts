import type { Migration } from './types'

/**
 * Corrections (docs/rules/corrections.md). `ruling`: a person's decision, which wins over flags. A revoked solve may be
 * given back, so a submission may be in the ledger twice; keys of `solves` keep it counted once.
 */
export const corrections: Migration = {
  name: '20261126T0300-corrections',
  up: `
    CREATE TABLE corrections (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      number int NOT NULL,
      kind text NOT NULL,
      scope jsonb NOT NULL,
      reason text NOT NULL,
      effect jsonb NOT NULL,
      plan jsonb NOT NULL,
      at timestamptz(3) NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      undone_at timestamptz(3),
      undone_by uuid REFERENCES users ON DELETE SET NULL,
      undone_reason text,
      UNIQUE (game_id, number)
    );
    CREATE INDEX corrections_user ON corrections (user_id);
    CREATE INDEX corrections_undone_by ON corrections (undone_by);
    ALTER TABLE submissions ADD ruling text CHECK (ruling IN ('granted', 'voided'));
    ALTER TABLE games ADD corrections_public boolean NOT NULL DEFAULT true;
    DROP INDEX score_events_solve;
    CREATE INDEX score_events_solve ON score_events (submission_id) WHERE kind = 'solve';
  `,
  down: `
    DROP INDEX score_events_solve;
    CREATE UNIQUE INDEX score_events_solve ON score_events (submission_id) WHERE kind = 'solve';
    ALTER TABLE games DROP corrections_public;
    ALTER TABLE submissions DROP ruling;
    DROP TABLE corrections;
  `
}
