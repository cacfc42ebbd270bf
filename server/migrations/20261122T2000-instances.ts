import type { Migration } from './types'

/** Workers make `state` agree with `desired`. Rows outlive their owner until the engine has removed the objects. */
export const instances: Migration = {
  name: '20261122T2000-instances',
  up: `
    ALTER TABLE challenges ADD COLUMN container_options jsonb NOT NULL DEFAULT '{}';

    CREATE TABLE engines (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- As in DOCKER_HOST.
      address text NOT NULL UNIQUE,
      kind text NOT NULL DEFAULT 'docker' CHECK (kind IN ('docker')),
      state text NOT NULL DEFAULT 'down' CHECK (state IN ('up', 'down')),
      state_since timestamptz(3) NOT NULL DEFAULT now(),
      seen_at timestamptz(3),
      latency_ms int,
      error text,
      -- What the engine says of itself, see engineInfo in server/engines/contract.ts.
      info jsonb,
      -- What instances may take: MiB, tenths of a core, how many.
      memory_mb int NOT NULL DEFAULT 0,
      cpu int NOT NULL DEFAULT 0,
      places int NOT NULL DEFAULT 0,
      draining boolean NOT NULL DEFAULT false,
      guard text NOT NULL DEFAULT 'unknown' CHECK (guard IN ('unknown', 'guarded', 'unguarded')),
      guard_report jsonb,
      guard_at timestamptz(3),
      test_due_at timestamptz(3) NOT NULL DEFAULT now(),
      accepted_at timestamptz(3),
      accepted_by uuid REFERENCES users ON DELETE SET NULL,
      accepted_reason text,
      orphans_removed int NOT NULL DEFAULT 0
    );
    CREATE INDEX engines_accepted_by ON engines (accepted_by);

    CREATE TABLE registries (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- Host with port, optionally with a path; the longest that an image begins with is used.
      host text NOT NULL UNIQUE CHECK (char_length(host) BETWEEN 1 AND 255),
      username text NOT NULL,
      -- Sealed with HALYARD_SECRET.
      secret text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );

    CREATE TABLE images (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      engine_id int NOT NULL REFERENCES engines ON DELETE CASCADE,
      -- As a challenge names it.
      reference text NOT NULL CHECK (char_length(reference) BETWEEN 1 AND 512),
      state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'pulling', 'ready', 'failed')),
      -- What instances start from: 'name@sha256:…', or the id of an image that is in no registry.
      digest text,
      -- See imageDetails in server/engines/contract.ts.
      details jsonb,
      progress jsonb,
      -- The registry is asked anew although the engine has it.
      renew boolean NOT NULL DEFAULT false,
      error_code text,
      error_text text,
      attempts int NOT NULL DEFAULT 0,
      pulled_at timestamptz(3),
      next_at timestamptz(3) DEFAULT now(),
      lease_owner text,
      lease_until timestamptz(3),
      UNIQUE (engine_id, reference)
    );
    CREATE INDEX images_due ON images (next_at) WHERE next_at IS NOT NULL;

    CREATE TABLE instances (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('team', 'test')),
      game_id int REFERENCES games ON DELETE SET NULL,
      challenge_id int REFERENCES challenges ON DELETE SET NULL,
      participation_id int REFERENCES participations ON DELETE SET NULL,
      requested_by uuid REFERENCES users ON DELETE SET NULL,
      state text NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'starting', 'ready', 'unhealthy', 'stopping', 'stuck', 'ended', 'failed')),
      desired text NOT NULL DEFAULT 'up' CHECK (desired IN ('up', 'down')),
      -- Why it is to end; decided when it is wanted down.
      reason text,
      -- What keeps a queued one waiting, as the workers saw it last.
      waits_for text,
      -- What a test is to answer; a team's flag is in team_flags.
      test_flag text,
      -- Counts the starts; objects of an older one are leftovers.
      generation int NOT NULL DEFAULT 1,
      -- See instanceSpec in server/instances/contract.ts; refers to the flag, never holds it.
      spec jsonb NOT NULL,
      memory_mb int NOT NULL,
      cpu int NOT NULL,
      -- Minutes from readiness to the end, as they were when it was asked for.
      lifetime int NOT NULL,
      extensions int NOT NULL DEFAULT 0,
      engine_id int REFERENCES engines ON DELETE SET NULL,
      subnet cidr,
      port int,
      address text,
      container text,
      -- What players connect to; null until it is ready.
      entry text,
      -- Last request of a player that counts for the pause between two of them.
      operated_at timestamptz(3) NOT NULL,
      requested_at timestamptz(3) NOT NULL,
      started_at timestamptz(3),
      ready_at timestamptz(3),
      expires_at timestamptz(3),
      ended_at timestamptz(3),
      error_code text,
      error_text text,
      exit_code int,
      last_log text,
      attempts int NOT NULL DEFAULT 0,
      -- When a worker has to look at it; null when there is nothing to do.
      next_at timestamptz(3) DEFAULT now(),
      lease_owner text,
      lease_until timestamptz(3)
    );
    -- One at a time for a team and challenge; one that is being stopped does not bar the next request.
    CREATE UNIQUE INDEX instances_team ON instances (participation_id, challenge_id)
      WHERE kind = 'team' AND desired = 'up' AND state NOT IN ('ended', 'failed');
    CREATE UNIQUE INDEX instances_test ON instances (challenge_id)
      WHERE kind = 'test' AND desired = 'up' AND state NOT IN ('ended', 'failed');
    CREATE UNIQUE INDEX instances_subnet ON instances (engine_id, subnet)
      WHERE subnet IS NOT NULL AND state NOT IN ('ended', 'failed');
    CREATE UNIQUE INDEX instances_port ON instances (engine_id, port)
      WHERE port IS NOT NULL AND state NOT IN ('ended', 'failed');
    CREATE INDEX instances_due ON instances (next_at) WHERE next_at IS NOT NULL;
    CREATE INDEX instances_expiry ON instances (expires_at) WHERE state IN ('ready', 'unhealthy') AND desired = 'up';
    CREATE INDEX instances_live ON instances (state, requested_at) WHERE state NOT IN ('ended', 'failed');
    CREATE INDEX instances_participation ON instances (participation_id, challenge_id, requested_at DESC);
    CREATE INDEX instances_challenge ON instances (challenge_id, ready_at DESC);
    CREATE INDEX instances_game ON instances (game_id);
    CREATE INDEX instances_user ON instances (requested_by);
    CREATE INDEX instances_engine ON instances (engine_id);
    CREATE INDEX instances_ended ON instances (ended_at DESC) WHERE state IN ('ended', 'failed');

    CREATE TABLE instance_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      instance_id uuid NOT NULL REFERENCES instances ON DELETE CASCADE,
      at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      -- A state, or what happened in one: 'extended', 'attempt_failed', 'stop_failed', 'image', 'network', 'created'.
      event text NOT NULL,
      reason text,
      detail text,
      actor_id uuid REFERENCES users ON DELETE SET NULL
    );
    CREATE INDEX instance_events_instance ON instance_events (instance_id, id);
    CREATE INDEX instance_events_actor ON instance_events (actor_id);
  `,
  down: `
    DROP TABLE instance_events, instances, images, registries, engines;
    ALTER TABLE challenges DROP COLUMN container_options;
  `
}
