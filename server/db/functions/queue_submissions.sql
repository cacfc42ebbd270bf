CREATE OR REPLACE FUNCTION queue_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO unjudged (game_id, submitted_at, submission_id, waits)
        SELECT f.game_id, f.submitted_at, f.id,
          EXISTS (SELECT FROM challenges c WHERE c.id = f.challenge_id AND c.checker IS NOT NULL)
        FROM fresh f WHERE f.status = 'FlagSubmitted';
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
    END $function$
