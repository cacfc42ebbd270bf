CREATE OR REPLACE FUNCTION recount_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
