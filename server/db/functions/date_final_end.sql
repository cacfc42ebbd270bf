CREATE OR REPLACE FUNCTION date_final_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.final_at := greatest(NEW.end_at,
        (SELECT max(value::timestamptz) FROM jsonb_each_text(NEW.division_ends)));
      RETURN NEW;
    END $function$
