import type { Migration } from './types'

/** Teams that a reader compares in a game's chart, kept with the account (docs/rules/interface.md#following). */
export const follows: Migration = {
  name: '20261128T0030-follows',
  up: `
    CREATE TABLE follows (
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      place integer NOT NULL,
      PRIMARY KEY (user_id, participation_id)
    );
    CREATE INDEX follows_participation ON follows (participation_id);
  `,
  down: 'DROP TABLE follows;'
}
