import type { Migration } from './types'

/** Who works on what in a team, and what it noted (docs/rules/teams.md#workspace). */
export const teamWorkspaces: Migration = {
  name: '20261127T1810-team-workspaces',
  up: `
    CREATE TABLE team_claims (
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (participation_id, challenge_id, user_id)
    );
    CREATE INDEX team_claims_challenge ON team_claims (challenge_id);
    CREATE INDEX team_claims_user ON team_claims (user_id);

    CREATE TABLE team_notes (
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      text text NOT NULL CHECK (length(text) <= 10000),
      version integer NOT NULL,
      user_id uuid REFERENCES users(id) ON DELETE SET NULL,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (participation_id, challenge_id)
    );
    CREATE INDEX team_notes_challenge ON team_notes (challenge_id);
    CREATE INDEX team_notes_user ON team_notes (user_id);
  `,
  down: 'DROP TABLE team_notes, team_claims;'
}
