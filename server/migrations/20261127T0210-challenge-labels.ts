import type { Migration } from './types'

export const challengeLabels: Migration = {
  name: '20261127T0210-challenge-labels',
  up: `
    ALTER TABLE challenges
      ADD author text NOT NULL DEFAULT '',
      ADD level text CHECK (level IN ('Beginner', 'Easy', 'Medium', 'Hard', 'Insane')),
      ADD tags text[] NOT NULL DEFAULT '{}';
  `,
  down: `
    ALTER TABLE challenges DROP tags, DROP level, DROP author;
  `
}
