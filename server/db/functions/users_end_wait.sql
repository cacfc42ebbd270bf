CREATE OR REPLACE FUNCTION users_end_wait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.awaits_mail := false;
        RETURN NEW;
      END $function$
