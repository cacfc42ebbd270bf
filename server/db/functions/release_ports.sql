CREATE OR REPLACE FUNCTION release_ports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE instance_endpoints SET published = NULL WHERE instance_id = NEW.id AND published IS NOT NULL;
      RETURN NULL;
    END $function$
