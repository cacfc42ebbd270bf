CREATE OR REPLACE FUNCTION date_final_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.announced_end_at := greatest(NEW.end_at,
        (SELECT max(value::timestamptz) FROM jsonb_each_text(NEW.division_ends)));
      NEW.final_at := greatest(NEW.announced_end_at, NEW.end_at + interval '1 millisecond' *
        (SELECT max(extra_ms) FROM participations WHERE game_id = NEW.id));
      RETURN NEW;
    END $function$
