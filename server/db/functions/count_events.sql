CREATE OR REPLACE FUNCTION count_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO event_counts AS c SELECT game_id, type, count(*) FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (game_id, type) DO UPDATE SET n = c.n + excluded.n;
      RETURN NULL;
    END $function$
