import type { Migration } from './types'

/**
 * Standings over several games (docs/rules/seasons.md). What teams got is stored when a board becomes final or is corrected, so
 * that nobody adds anything up to read it. Points are in thousandths, weights in hundredths.
 */
export const seasons: Migration = {
  name: '20261128T0300-seasons',
  up: `
    CREATE TABLE seasons (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      title text NOT NULL CHECK (title ~ '\\S'),
      formula text NOT NULL CHECK (formula IN ('places', 'share', 'rating')),
      place_points integer[] NOT NULL,
      best integer CHECK (best > 0),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      teams integer NOT NULL DEFAULT 0,
      made_from text NOT NULL DEFAULT '',
      made_of integer[] NOT NULL DEFAULT '{}'
    );
    CREATE TABLE season_games (
      season_id integer NOT NULL REFERENCES seasons(id) ON DELETE CASCADE,
      game_id integer NOT NULL REFERENCES games(id) ON DELETE CASCADE,
      weight integer NOT NULL CHECK (weight > 0),
      PRIMARY KEY (season_id, game_id)
    );
    CREATE INDEX season_games_game ON season_games (game_id);
    CREATE TABLE season_results (
      season_id integer NOT NULL REFERENCES seasons(id) ON DELETE CASCADE,
      team_id integer NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
      game_id integer NOT NULL REFERENCES games(id) ON DELETE CASCADE,
      place integer NOT NULL,
      score integer NOT NULL,
      points integer NOT NULL,
      counted boolean NOT NULL,
      PRIMARY KEY (season_id, team_id, game_id)
    );
    CREATE INDEX season_results_game ON season_results (game_id);
    CREATE INDEX season_results_team ON season_results (team_id);
    CREATE TABLE season_standings (
      season_id integer NOT NULL REFERENCES seasons(id) ON DELETE CASCADE,
      position integer NOT NULL,
      team_id integer NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
      place integer NOT NULL,
      points bigint NOT NULL,
      PRIMARY KEY (season_id, position)
    );
    CREATE INDEX season_standings_team ON season_standings (team_id);
  `,
  down: 'DROP TABLE season_standings; DROP TABLE season_results; DROP TABLE season_games; DROP TABLE seasons;'
}
