import type { Migration } from './types'

/** Invitations to a role in a game, and the mail that one of them may send (docs/rules/game-staff.md#invitations). */
export const staffInvitations: Migration = {
  name: '20261202T1000-staff-invitations',
  up: `
    CREATE TABLE game_staff_invitations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'author', 'referee', 'support', 'monitor')),
      code_hash character(64) NOT NULL UNIQUE,
      mail_hash character(64) UNIQUE,
      email text,
      made_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX game_staff_invitations_game ON game_staff_invitations (game_id);
    CREATE INDEX game_staff_invitations_made_by ON game_staff_invitations (made_by);
    CREATE INDEX game_staff_invitations_expires ON game_staff_invitations (expires_at);
    CREATE INDEX game_staff_invitations_email ON game_staff_invitations (lower(email)) WHERE email IS NOT NULL;

    ALTER TABLE mail_outbox
      ADD COLUMN staff_invitation_id integer REFERENCES game_staff_invitations ON DELETE CASCADE;
    CREATE INDEX mail_outbox_staff_invitation ON mail_outbox (staff_invitation_id)
      WHERE staff_invitation_id IS NOT NULL;
  `,
  down: `
    DELETE FROM mail_outbox WHERE staff_invitation_id IS NOT NULL;
    ALTER TABLE mail_outbox DROP COLUMN staff_invitation_id;
    DROP TABLE game_staff_invitations;
  `
}
