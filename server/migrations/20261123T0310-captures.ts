import type { Migration } from './types'

/** One row per file below `files/capture` (server/captures). A job removes files without a row. */
export const captures: Migration = {
  name: '20261123T0310-captures',
  up: `
    CREATE TABLE captures (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- The instance is forgotten before its traffic.
      instance_id uuid REFERENCES instances ON DELETE SET NULL,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      -- Whose ticket opened the connection, and the address it came from.
      user_id uuid REFERENCES users ON DELETE SET NULL,
      address text NOT NULL,
      -- Name below {challenge_id}/{participation_id}.
      file text NOT NULL CHECK (file ~ '^[0-9a-f-]{1,64}[.]pcap$'),
      -- Length of the file as last told; 0 while nothing was written, and for connections of which nothing could be.
      bytes bigint NOT NULL DEFAULT 0,
      -- Bytes carried that are not in the file.
      dropped bigint NOT NULL DEFAULT 0,
      -- What counts against the quotas: reserved ahead while it is written.
      charged bigint NOT NULL DEFAULT 0,
      opened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      -- Until then its writer is believed to be alive.
      lease_until timestamptz(3) NOT NULL,
      closed_at timestamptz(3),
      pinned_at timestamptz(3),
      pinned_by uuid REFERENCES users ON DELETE SET NULL,
      pin_note text,
      UNIQUE (challenge_id, participation_id, file)
    );
    CREATE INDEX captures_quota ON captures (participation_id) INCLUDE (instance_id, charged);
    CREATE INDEX captures_instance ON captures (instance_id, id);
    CREATE INDEX captures_game ON captures (game_id);
    CREATE INDEX captures_user ON captures (user_id);
    CREATE INDEX captures_pinned_by ON captures (pinned_by);
    CREATE INDEX captures_open ON captures (lease_until) WHERE closed_at IS NULL;
    CREATE INDEX captures_age ON captures (closed_at) WHERE pinned_at IS NULL;
  `,
  down: 'DROP TABLE captures'
}
