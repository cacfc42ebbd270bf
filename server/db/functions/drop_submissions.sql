CREATE OR REPLACE FUNCTION drop_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_advisory_xact_lock(1515, OLD.game_id);
      DELETE FROM submissions
        WHERE game_id = OLD.game_id AND challenge_id = OLD.id AND (SELECT true FROM games WHERE id = OLD.game_id);
      RETURN OLD;
    END $function$
