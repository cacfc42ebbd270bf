CREATE OR REPLACE FUNCTION follow_extra_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE games SET end_at = end_at WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.game_id ELSE NEW.game_id END;
      RETURN NULL;
    END $function$
