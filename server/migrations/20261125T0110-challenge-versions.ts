import type { Migration } from './types'

/** Edited versions (docs/rules/challenges.md#history); the audit shortens long texts. */
export const challengeVersions: Migration = {
  name: '20261125T0110-challenge-versions',
  up: `
    CREATE TABLE challenge_versions (
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      number int NOT NULL,
      at timestamptz(3) NOT NULL,
      actor_id uuid REFERENCES users ON DELETE SET NULL,
      fields text[] NOT NULL,
      content jsonb NOT NULL,
      PRIMARY KEY (challenge_id, number)
    );
    CREATE INDEX challenge_versions_actor ON challenge_versions (actor_id);
  `,
  down: 'DROP TABLE challenge_versions'
}
