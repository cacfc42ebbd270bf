import type { Migration } from './types'

export const challengeDownloads: Migration = {
  name: '20261202T0900-challenge-downloads',
  up: `
    CREATE TABLE challenge_downloads (
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      downloaded_at timestamptz(3) NOT NULL,
      PRIMARY KEY (challenge_id, participation_id)
    );
    CREATE INDEX challenge_downloads_participation ON challenge_downloads (participation_id);
  `,
  down: 'DROP TABLE challenge_downloads;'
}
