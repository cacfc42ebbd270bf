import type { Migration } from './types'

/**
 * Numbers the verdicts of answers that waited for a checker, which come after those of later answers, so that monitors get them
 * too. Only such verdicts write the index: for all others the number stays null.
 */
export const lateVerdicts: Migration = {
  name: '20261207T0001-late-verdicts',
  up: `
    ALTER TABLE unjudged ADD COLUMN waited boolean NOT NULL DEFAULT false;
    ALTER TABLE submissions ADD COLUMN late_no integer;
    CREATE INDEX submissions_late ON submissions (game_id, late_no) WHERE late_no IS NOT NULL;
  `,
  down: `
    ALTER TABLE submissions DROP COLUMN late_no;
    ALTER TABLE unjudged DROP COLUMN waited;
  `
}
