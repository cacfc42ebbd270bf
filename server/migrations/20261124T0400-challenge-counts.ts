import type { Migration } from './types'

/** The list would read all submissions otherwise (docs/decisions/018). An index finds the first counted solve. */
export const challengeCounts: Migration = {
  name: '20261124T0400-challenge-counts',
  up: `
    -- What an older process stores or judges now is waited for: else neither the counting nor the triggers would see it.
    LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE;

    CREATE TABLE challenge_counts (
      challenge_id int PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
      n int NOT NULL
    ) WITH (fillfactor = 50);
    INSERT INTO challenge_counts
      SELECT challenge_id, count(*) FROM submissions s
      WHERE status <> 'FlagSubmitted' AND EXISTS (SELECT FROM challenges c WHERE c.id = s.challenge_id) GROUP BY 1;
    CREATE INDEX solves_first ON solves (challenge_id, solved_at, submission_id);

    CREATE OR REPLACE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unjudged SELECT game_id, submitted_at, id FROM fresh WHERE status = 'FlagSubmitted';
      IF EXISTS (SELECT FROM fresh WHERE status <> 'FlagSubmitted') THEN
        INSERT INTO submission_counts AS c
          SELECT game_id, status, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO challenge_counts AS c
          SELECT challenge_id, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1 ORDER BY 1
          ON CONFLICT (challenge_id) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO seldom_submissions
          SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION recount_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO submission_counts AS c
        SELECT game_id, status, sum(n) FROM (
          SELECT game_id, status, 1 AS n FROM fresh UNION ALL SELECT game_id, status, -1 FROM gone
        ) changed WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
        ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
      INSERT INTO challenge_counts AS c
        SELECT challenge_id, sum(n) FROM (
          SELECT challenge_id, status, 1 AS n FROM fresh UNION ALL SELECT challenge_id, status, -1 FROM gone
        ) changed WHERE status <> 'FlagSubmitted' GROUP BY 1 HAVING sum(n) <> 0 ORDER BY 1
        ON CONFLICT (challenge_id) DO UPDATE SET n = c.n + excluded.n;
      DELETE FROM seldom_submissions r USING gone g
        WHERE g.status IN ('CheatDetected', 'NotFound')
          AND (r.game_id, r.status, r.submitted_at, r.submission_id) = (g.game_id, g.status, g.submitted_at, g.id);
      INSERT INTO seldom_submissions
        SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION unqueue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM unjudged q USING gone g
        WHERE g.status = 'FlagSubmitted'
          AND (q.game_id, q.submitted_at, q.submission_id) = (g.game_id, g.submitted_at, g.id);
      UPDATE submission_counts c SET n = c.n - g.n
        FROM (SELECT game_id, status, count(*) AS n FROM gone WHERE status <> 'FlagSubmitted' GROUP BY 1, 2) g
        WHERE (c.game_id, c.status) = (g.game_id, g.status) AND EXISTS (SELECT FROM games WHERE id = g.game_id);
      UPDATE challenge_counts c SET n = c.n - g.n
        FROM (SELECT game_id, challenge_id, count(*) AS n FROM gone WHERE status <> 'FlagSubmitted' GROUP BY 1, 2) g
        WHERE c.challenge_id = g.challenge_id AND EXISTS (SELECT FROM games WHERE id = g.game_id);
      DELETE FROM seldom_submissions r USING gone g
        WHERE g.status IN ('CheatDetected', 'NotFound')
          AND (r.game_id, r.status, r.submitted_at, r.submission_id) = (g.game_id, g.status, g.submitted_at, g.id);
      RETURN NULL;
    END $$;
  `,
  down: `
    DROP INDEX solves_first;
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
    CREATE OR REPLACE FUNCTION recount_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
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
    DROP TABLE challenge_counts;
  `
}
