import type { Migration } from './types'

/**
 * Solves in the ledger by challenge too, for lists of solvers behind a corrected freeze. The index is as wide as the one by
 * submission alone, in whose place it comes, so that the judge writes no more than before.
 */
export const solvesOfChallenges: Migration = {
  name: '20261204T5000-solves-of-challenges',
  up: `
    DROP INDEX score_events_solve;
    CREATE INDEX score_events_solve ON score_events (challenge_id, submission_id) WHERE kind = 'solve';
  `,
  down: `
    DROP INDEX score_events_solve;
    CREATE INDEX score_events_solve ON score_events (submission_id) WHERE kind = 'solve';
  `
}
