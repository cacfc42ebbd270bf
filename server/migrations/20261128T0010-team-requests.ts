import type { Migration } from './types'

/** Teams that look for members, people who look for a team, and what they ask (docs/rules/teams.md#finding-each-other). */
export const teamRequests: Migration = {
  name: '20261128T0010-team-requests',
  up: `
    CREATE TABLE team_listings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      team_id integer UNIQUE REFERENCES teams(id) ON DELETE CASCADE,
      user_id uuid UNIQUE REFERENCES users(id) ON DELETE CASCADE,
      text text NOT NULL CHECK (length(text) <= 200),
      at timestamptz(3) NOT NULL,
      CHECK (num_nonnulls(team_id, user_id) = 1)
    );

    CREATE TABLE team_requests (
      team_id integer NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      text text NOT NULL CHECK (length(text) <= 200),
      at timestamptz(3) NOT NULL,
      state text NOT NULL DEFAULT 'Waiting' CHECK (state IN ('Waiting', 'Accepted', 'Declined')),
      answered_at timestamptz(3),
      seen boolean NOT NULL DEFAULT false,
      PRIMARY KEY (team_id, user_id),
      CHECK ((state = 'Waiting') = (answered_at IS NULL))
    );
    CREATE INDEX team_requests_user ON team_requests (user_id);
    CREATE INDEX team_requests_waiting ON team_requests (team_id, at) WHERE state = 'Waiting';
  `,
  down: 'DROP TABLE team_requests, team_listings;'
}
