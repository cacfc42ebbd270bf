CREATE OR REPLACE FUNCTION date_hints()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.hint_times := ARRAY(
        SELECT CASE WHEN known.at > 0 THEN OLD.hint_times[known.at] WHEN OLD.enabled OR OLD.announced THEN now() END
        FROM unnest(NEW.hints) WITH ORDINALITY h (hint, place)
        CROSS JOIN LATERAL (SELECT coalesce(array_position(OLD.hints, h.hint), 0) AS at) known
        ORDER BY h.place);
      RETURN NEW;
    END $function$
