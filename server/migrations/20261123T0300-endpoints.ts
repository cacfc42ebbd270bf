import type { Migration } from './types'

/** Existing instances get their challenge's port. A ticket is for one port. */
export const endpoints: Migration = {
  name: '20261123T0300-endpoints',
  up: `
    CREATE TABLE instance_endpoints (
      instance_id uuid NOT NULL REFERENCES instances ON DELETE CASCADE,
      -- From 0; the first is the entry of the contract.
      position int NOT NULL,
      title text NOT NULL,
      -- The container that listens; '' in an instance of one.
      service text NOT NULL,
      -- That it listens on.
      port int NOT NULL,
      protocol text NOT NULL CHECK (protocol IN ('tcp', 'http')),
      -- First label of its host name.
      host text NOT NULL UNIQUE,
      -- Port of the engine's machine; null unless an engine has it.
      published int,
      engine_id int REFERENCES engines ON DELETE SET NULL,
      -- In the instance's own network; null until it is ready.
      address text,
      -- host:port for players; null until it is ready, and when they come by tunnels.
      entry text,
      PRIMARY KEY (instance_id, position)
    );
    CREATE UNIQUE INDEX instance_endpoints_published ON instance_endpoints (engine_id, published);

    INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, published, engine_id,
      address, entry)
    SELECT id, 0, '', '', (spec->>'port')::int, CASE WHEN spec->>'readiness' = 'http' THEN 'http' ELSE 'tcp' END,
      'c-' || left(replace(gen_random_uuid()::text, '-', ''), 8) || right(gen_random_uuid()::text, 8),
      CASE WHEN state NOT IN ('ended', 'failed') THEN port END, engine_id, address, entry
    FROM instances;

    UPDATE instances SET spec = spec || jsonb_build_object('images', jsonb_build_array(spec->>'image'), 'services', '[]'::jsonb);

    -- Whoever ends an instance, its ports are free for others.
    CREATE FUNCTION release_ports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE instance_endpoints SET published = NULL WHERE instance_id = NEW.id AND published IS NOT NULL;
      RETURN NULL;
    END $$;
    CREATE TRIGGER instances_release_ports AFTER UPDATE OF state ON instances
      FOR EACH ROW WHEN (NEW.state IN ('ended', 'failed')) EXECUTE FUNCTION release_ports();

    DROP INDEX instances_port;
    ALTER TABLE instances DROP COLUMN port, DROP COLUMN address, DROP COLUMN entry;

    ALTER TABLE instance_tickets ADD COLUMN position int NOT NULL DEFAULT 0,
      DROP CONSTRAINT instance_tickets_instance_id_user_id_key, ADD UNIQUE (instance_id, user_id, position);
  `,
  down: `
    ALTER TABLE instances ADD COLUMN port int, ADD COLUMN address text, ADD COLUMN entry text;
    UPDATE instances i SET port = e.published, address = e.address, entry = e.entry
    FROM instance_endpoints e WHERE e.instance_id = i.id AND e.position = 0;
    CREATE UNIQUE INDEX instances_port ON instances (engine_id, port)
      WHERE port IS NOT NULL AND state NOT IN ('ended', 'failed');
    DROP TRIGGER instances_release_ports ON instances;
    DROP FUNCTION release_ports();
    DELETE FROM instance_tickets WHERE position > 0;
    ALTER TABLE instance_tickets DROP CONSTRAINT instance_tickets_instance_id_user_id_position_key, DROP COLUMN position,
      ADD UNIQUE (instance_id, user_id);
    DROP TABLE instance_endpoints;
  `
}
