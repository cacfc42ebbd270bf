CREATE OR REPLACE FUNCTION unqueue_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
