/** How long the connections of a process wait, in milliseconds (docs/rules/limits.md#waiting-for-postgres). */
export interface Timeouts {
  /** For a connection: until one is free, or a new one is open. */
  connect: number
  /** For a lock that another transaction holds. */
  lock: number
  /** For a statement, locks included. */
  statement: number
  /** For any sign of life of a server that holds a statement or a transaction up. */
  silence: number
}

/** Somebody waits for the answer: together less than ten seconds, whatever Postgres does. */
export const REQUEST_TIMEOUTS: Timeouts = { connect: 4000, lock: 3500, statement: 5000, silence: 5000 }

/** Nobody waits, but the work should begin anew one day: jobs, and the writers of logs. */
export const BACKGROUND_TIMEOUTS: Timeouts = {
  connect: 10_000,
  lock: 60_000,
  statement: 600_000,
  silence: 60_000
}

/** Inside a request, what an organiser set off over a whole game: imports, exports, deletions. Silence counts as ever. */
export const LONG_WORK: Pick<Timeouts, 'lock' | 'statement'> = { lock: 10_000, statement: 600_000 }
