import type { Migration } from './types'

export const challengeOpenings: Migration = {
  name: '20261127T0230-challenge-openings',
  up: `
    CREATE TABLE challenge_openings (
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      opened_at timestamptz(3) NOT NULL,
      PRIMARY KEY (challenge_id, participation_id)
    );
    CREATE INDEX challenge_openings_participation ON challenge_openings (participation_id);
  `,
  down: 'DROP TABLE challenge_openings;'
}
