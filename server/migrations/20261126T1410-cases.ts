import type { Migration } from './types'

export const cases: Migration = {
  name: '20261126T1410-cases',
  up: `
    CREATE TABLE cases (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      number integer NOT NULL,
      title text NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'decided', 'appealed', 'closed')),
      version integer NOT NULL DEFAULT 1,
      opened_by uuid REFERENCES users ON DELETE SET NULL,
      opened_at timestamptz(3) NOT NULL,
      assigned_to uuid REFERENCES users ON DELETE SET NULL,
      UNIQUE (game_id, number)
    );
    CREATE INDEX cases_opened_by ON cases (opened_by);
    CREATE INDEX cases_assigned_to ON cases (assigned_to);

    CREATE TABLE case_teams (
      case_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations ON DELETE CASCADE,
      PRIMARY KEY (case_id, participation_id)
    );
    CREATE INDEX case_teams_participation ON case_teams (participation_id);

    CREATE TABLE case_entries (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      case_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('submission', 'match', 'event', 'note')),
      ref text,
      facts jsonb,
      note text,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      at timestamptz(3) NOT NULL,
      UNIQUE (case_id, kind, ref),
      CHECK ((kind = 'note') = (note IS NOT NULL)),
      CHECK ((kind = 'note') = (facts IS NULL)),
      CHECK ((kind = 'note') = (ref IS NULL))
    );
    CREATE INDEX case_entries_user ON case_entries (user_id);

    CREATE TABLE case_decisions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      case_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
      outcome text NOT NULL CHECK (outcome IN ('nothing', 'warning', 'void', 'penalty', 'suspension')),
      participation_ids integer[] NOT NULL,
      challenge_ids integer[] NOT NULL,
      points integer,
      reason text NOT NULL,
      state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'rejected', 'confirmed', 'undone')),
      proposed_by uuid REFERENCES users ON DELETE SET NULL,
      proposed_at timestamptz(3) NOT NULL,
      answered_by uuid REFERENCES users ON DELETE SET NULL,
      answered_at timestamptz(3),
      answer text,
      correction integer,
      suspended integer[] NOT NULL,
      undone_by uuid REFERENCES users ON DELETE SET NULL,
      undone_at timestamptz(3),
      undone_reason text,
      CHECK ((state = 'proposed') = (answered_at IS NULL)),
      CHECK ((state = 'undone') = (undone_at IS NOT NULL)),
      CHECK (state = 'proposed' OR proposed_by IS DISTINCT FROM answered_by OR proposed_by IS NULL OR state = 'rejected')
    );
    CREATE UNIQUE INDEX case_decisions_standing ON case_decisions (case_id) WHERE state IN ('proposed', 'confirmed');
    CREATE INDEX case_decisions_case ON case_decisions (case_id);
    CREATE INDEX case_decisions_participations ON case_decisions USING gin (participation_ids);
    CREATE INDEX case_decisions_proposed_by ON case_decisions (proposed_by);
    CREATE INDEX case_decisions_answered_by ON case_decisions (answered_by);
    CREATE INDEX case_decisions_undone_by ON case_decisions (undone_by);

    CREATE TABLE case_appeals (
      decision_id integer NOT NULL REFERENCES case_decisions ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations ON DELETE CASCADE,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      at timestamptz(3) NOT NULL,
      text text NOT NULL,
      answer text,
      answered_by uuid REFERENCES users ON DELETE SET NULL,
      answered_at timestamptz(3),
      PRIMARY KEY (decision_id, participation_id),
      CHECK ((answer IS NULL) = (answered_at IS NULL))
    );
    CREATE INDEX case_appeals_participation ON case_appeals (participation_id);
    CREATE INDEX case_appeals_user ON case_appeals (user_id);
    CREATE INDEX case_appeals_answered_by ON case_appeals (answered_by);
  `,
  down: `
    DROP TABLE case_appeals, case_decisions, case_entries, case_teams, cases;
  `
}
