import type { Migration } from './types'

/** How often boards had to be made anew, so that no lost notification leaves one as it was (docs/rules/scoring.md#revisions). */
export const boardRevisions: Migration = {
  name: '20261204T0100-board-revisions',
  up: `
    CREATE TABLE board_revisions (
      game_id integer PRIMARY KEY REFERENCES games ON DELETE CASCADE,
      rebuilds integer NOT NULL DEFAULT 0,
      refreshes integer NOT NULL DEFAULT 0
    );
  `,
  down: `
    DROP TABLE board_revisions;
  `
}
