import type { Migration } from './types'

export const teamFlags: Migration = {
  name: '20261120T1632-team-flags',
  up: `
    -- flag_id: the entry of the pool that was drawn; null for a generated flag. Without ON DELETE an entry that a team
    -- has cannot be deleted alone, yet a challenge can with everything of it.
    CREATE TABLE team_flags (
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      flag_id int UNIQUE REFERENCES flags,
      flag text NOT NULL CHECK (char_length(flag) BETWEEN 1 AND 127),
      assigned_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (challenge_id, participation_id),
      UNIQUE (challenge_id, flag)
    );
    CREATE INDEX team_flags_participation ON team_flags (participation_id);

    -- A wrong answer that was another team's flag.
    CREATE TABLE cheats (
      submission_id int PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      source_participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE
    );
    CREATE INDEX cheats_game ON cheats (game_id, submission_id DESC);
    CREATE INDEX cheats_participation ON cheats (participation_id);
    CREATE INDEX cheats_source ON cheats (source_participation_id);
  `,
  down: 'DROP TABLE cheats, team_flags;'
}
