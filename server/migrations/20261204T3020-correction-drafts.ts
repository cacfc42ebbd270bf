import type { Migration } from './types'

/** Corrections that wait for a second person, or for their author (docs/rules/corrections.md#drafts). */
export const correctionDrafts: Migration = {
  name: '20261204T3020-correction-drafts',
  up: `
    ALTER TABLE games ADD COLUMN corrections_second boolean NOT NULL DEFAULT false;
    ALTER TABLE corrections ADD COLUMN confirmed_by uuid REFERENCES users ON DELETE SET NULL;
    CREATE INDEX corrections_confirmed ON corrections (confirmed_by) WHERE confirmed_by IS NOT NULL;
    CREATE TABLE correction_drafts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      input jsonb NOT NULL,
      scope jsonb NOT NULL,
      reason text NOT NULL,
      announce boolean NOT NULL,
      effect jsonb NOT NULL,
      digest text NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'applied', 'declined', 'withdrawn', 'expired')),
      at timestamptz(3) NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      second boolean NOT NULL DEFAULT false,
      decided_at timestamptz(3),
      decided_by uuid REFERENCES users ON DELETE SET NULL,
      decided_reason text,
      cause text,
      number integer,
      CHECK (NOT second OR user_id IS NULL OR decided_by IS NULL OR decided_by <> user_id)
    );
    CREATE INDEX correction_drafts_game ON correction_drafts (game_id, id);
    CREATE INDEX correction_drafts_open ON correction_drafts (game_id) WHERE state = 'open';
    CREATE INDEX correction_drafts_user ON correction_drafts (user_id);
    CREATE INDEX correction_drafts_decided ON correction_drafts (decided_by);
  `,
  down: `
    DROP TABLE correction_drafts;
    ALTER TABLE corrections DROP COLUMN confirmed_by;
    ALTER TABLE games DROP COLUMN corrections_second;
  `
}
