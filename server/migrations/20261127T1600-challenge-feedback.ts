import type { Migration } from './types'

/** What members say about challenges that their team solved (docs/rules/challenges.md#feedback). */
export const challengeFeedback: Migration = {
  name: '20261127T1600-challenge-feedback',
  up: `
    ALTER TABLE games ADD feedback boolean NOT NULL DEFAULT false;
    CREATE TABLE challenge_feedback (
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      stars integer NOT NULL CHECK (stars BETWEEN 1 AND 5),
      line text NOT NULL CHECK (length(line) <= 280),
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (challenge_id, user_id)
    );
    CREATE INDEX challenge_feedback_user ON challenge_feedback (user_id);
    CREATE INDEX challenge_feedback_participation ON challenge_feedback (participation_id);
  `,
  down: `
    DROP TABLE challenge_feedback;
    ALTER TABLE games DROP feedback;
  `
}
