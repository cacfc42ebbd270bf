CREATE OR REPLACE FUNCTION uncount_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE event_counts c SET n = c.n - g.n
        FROM (SELECT game_id, type, count(*) AS n FROM gone GROUP BY 1, 2) g
        WHERE (c.game_id, c.type) = (g.game_id, g.type) AND EXISTS (SELECT FROM games WHERE id = g.game_id);
      RETURN NULL;
    END $function$
