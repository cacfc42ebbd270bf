import type { Migration } from './types'

/** Invitations to a team that end, or work once (docs/rules/teams.md#invitations). */
export const teamInvitations: Migration = {
  name: '20261128T0000-team-invitations',
  up: `
    CREATE TABLE team_invitations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      team_id integer NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
      token_hash character(64) NOT NULL UNIQUE,
      made_by uuid REFERENCES users(id) ON DELETE SET NULL,
      once boolean NOT NULL,
      uses integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3),
      CHECK (once OR expires_at IS NOT NULL)
    );
    CREATE INDEX team_invitations_team ON team_invitations (team_id);
    CREATE INDEX team_invitations_made_by ON team_invitations (made_by);
    CREATE INDEX team_invitations_expires ON team_invitations (expires_at);

    CREATE TABLE team_invitation_uses (
      invitation_id integer NOT NULL REFERENCES team_invitations(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (invitation_id, user_id)
    );
    CREATE INDEX team_invitation_uses_user ON team_invitation_uses (user_id);
  `,
  down: 'DROP TABLE team_invitation_uses, team_invitations;'
}
