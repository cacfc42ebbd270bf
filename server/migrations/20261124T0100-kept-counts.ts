import type { Migration } from './types'

/**
 * Kept counts of submissions and events (docs/decisions/018).
 *
 * `submission_counts` counts judged ones by verdict, updated once a batch; `unjudged` counts the others, so that
 * concurrent flags share no row. Deletions run under the ledger's lock, as the judge does.
 *
 * `seldom_submissions` indexes rare verdicts. A partial index of `submissions` would make every verdict write all its
 * indexes (docs/decisions/011).
 */
export const keptCounts: Migration = {
  name: '20261124T0100-kept-counts',
  up: `
    -- What an older process stores or judges now is waited for: else neither the counting nor the triggers would see it.
    LOCK TABLE submissions, game_events IN ACCESS EXCLUSIVE MODE;

    CREATE TABLE submission_counts (
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      status text NOT NULL CHECK (status <> 'FlagSubmitted'),
      n int NOT NULL,
      PRIMARY KEY (game_id, status)
    ) WITH (fillfactor = 50);
    CREATE TABLE event_counts (
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      type text NOT NULL,
      n int NOT NULL,
      PRIMARY KEY (game_id, type)
    ) WITH (fillfactor = 50);
    CREATE TABLE seldom_submissions (
      game_id int NOT NULL,
      status text NOT NULL,
      submitted_at timestamptz(3) NOT NULL,
      submission_id int NOT NULL,
      PRIMARY KEY (game_id, status, submitted_at, submission_id)
    );
    INSERT INTO submission_counts
      SELECT game_id, status, count(*) FROM submissions WHERE status <> 'FlagSubmitted' GROUP BY 1, 2;
    INSERT INTO event_counts SELECT game_id, type, count(*) FROM game_events GROUP BY 1, 2;
    INSERT INTO seldom_submissions SELECT game_id, status, submitted_at, id FROM submissions
      WHERE status IN ('CheatDetected', 'NotFound');

    -- A flag as it comes is in none of them; submissions of imports and copies are judged already.
    CREATE OR REPLACE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unjudged SELECT game_id, submitted_at, id FROM fresh WHERE status = 'FlagSubmitted';
      IF EXISTS (SELECT FROM fresh WHERE status <> 'FlagSubmitted') THEN
        INSERT INTO submission_counts AS c
          SELECT game_id, status, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO seldom_submissions
          SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION recount_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO submission_counts AS c
        SELECT game_id, status, sum(n) FROM (
          SELECT game_id, status, 1 AS n FROM fresh UNION ALL SELECT game_id, status, -1 FROM gone
        ) changed WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
        ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
      DELETE FROM seldom_submissions r USING gone g
        WHERE g.status IN ('CheatDetected', 'NotFound')
          AND (r.game_id, r.status, r.submitted_at, r.submission_id) = (g.game_id, g.status, g.submitted_at, g.id);
      INSERT INTO seldom_submissions
        SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      RETURN NULL;
    END $$;
    CREATE TRIGGER submissions_recounted AFTER UPDATE ON submissions
      REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION recount_submissions();

    -- A game's counts go with it: of its teams, deleted one by one, nothing is counted any more.
    CREATE OR REPLACE FUNCTION unqueue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM unjudged q USING gone g
        WHERE g.status = 'FlagSubmitted'
          AND (q.game_id, q.submitted_at, q.submission_id) = (g.game_id, g.submitted_at, g.id);
      UPDATE submission_counts c SET n = c.n - g.n
        FROM (SELECT game_id, status, count(*) AS n FROM gone WHERE status <> 'FlagSubmitted' GROUP BY 1, 2) g
        WHERE (c.game_id, c.status) = (g.game_id, g.status) AND EXISTS (SELECT FROM games WHERE id = g.game_id);
      DELETE FROM seldom_submissions r USING gone g
        WHERE g.status IN ('CheatDetected', 'NotFound')
          AND (r.game_id, r.status, r.submitted_at, r.submission_id) = (g.game_id, g.status, g.submitted_at, g.id);
      RETURN NULL;
    END $$;

    CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO event_counts AS c SELECT game_id, type, count(*) FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (game_id, type) DO UPDATE SET n = c.n + excluded.n;
      RETURN NULL;
    END $$;
    CREATE TRIGGER game_events_counted AFTER INSERT ON game_events REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION count_events();

    CREATE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE event_counts c SET n = c.n - g.n
        FROM (SELECT game_id, type, count(*) AS n FROM gone GROUP BY 1, 2) g
        WHERE (c.game_id, c.type) = (g.game_id, g.type) AND EXISTS (SELECT FROM games WHERE id = g.game_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER game_events_uncounted AFTER DELETE ON game_events REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();
  `,
  down: `
    DROP TRIGGER game_events_uncounted ON game_events;
    DROP TRIGGER game_events_counted ON game_events;
    DROP TRIGGER submissions_recounted ON submissions;
    DROP FUNCTION uncount_events, count_events, recount_submissions;
    CREATE OR REPLACE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unjudged SELECT game_id, submitted_at, id FROM fresh WHERE status = 'FlagSubmitted';
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION unqueue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM unjudged q USING gone g
        WHERE g.status = 'FlagSubmitted'
          AND (q.game_id, q.submitted_at, q.submission_id) = (g.game_id, g.submitted_at, g.id);
      RETURN NULL;
    END $$;
    DROP TABLE seldom_submissions, event_counts, submission_counts;
  `
}
