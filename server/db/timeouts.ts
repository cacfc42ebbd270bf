/** Milliseconds (docs/rules/limits.md#waiting-for-postgres). */
export interface Timeouts {
  connect: number
  lock: number
  statement: number
  /** Silence of the server during a statement or transaction. */
  silence: number
}

/** Timeouts for requests: less than ten seconds together. */
export const REQUEST_TIMEOUTS: Timeouts = { connect: 4000, lock: 3500, statement: 5000, silence: 5000 }

/** Timeouts for jobs and log writers. */
export const BACKGROUND_TIMEOUTS: Timeouts = {
  connect: 10_000,
  lock: 60_000,
  statement: 600_000,
  silence: 60_000
}

/** Timeouts for requests over a whole game: imports, exports, deletions. `silence` still applies. */
export const LONG_WORK: Pick<Timeouts, 'lock' | 'statement'> = { lock: 10_000, statement: 600_000 }

/** Milliseconds for locks of jobs that try again soon, so that one locked game does not hold up the others. */
export const BRIEF_LOCK = 2000

/** For work that may take any time, whatever Postgres has set for the role or database (docs/operating.md#while-it-runs). */
export const NO_TIMEOUTS = 'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0'
