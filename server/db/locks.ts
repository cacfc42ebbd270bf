import type { Sql } from './database'

/** No two are equal. Never change one: old and new versions run side by side. Kinds with a second key lock one of many. */
export const LOCK_KEYS = {
  migrations: 0x6861_6c79,
  logOrder: 0x6861_6c6f,
  captureQuota: 0xca97,
  eventImport: 0x5eed,
  settings: 0x5e77,
  engines: 0xe761,
  rehearsals: 0x4e4e,
  instances: 0x1457,
  instanceTest: 0x1458,
  /** The functions store_submissions() and drop_submissions() take it too. */
  intake: 0x5eb
} as const

/**
 * The order of locks, which prevents deadlocks:
 *
 * 1. `migrations`, `logOrder`, `captureQuota`: alone.
 * 2. `eventImport`, `settings`, `engines` and `rehearsals`: how many there are.
 * 3. `instances`, `instanceTest`: instances of a participation, test of a challenge.
 * 4. Rows of teams, when they decide on the games (teams/lock.ts).
 * 5. `ledger`: rows of `ledger_heads` by game. The judge holds it while its rows refer to participations, challenges and
 *    users, so a change or deletion of those takes it first; lock nothing of the game before.
 * 6. `intake` by game: a batch of flags refers to several participations in any order, so a deletion of several takes it.
 * 7. Other rows; accounts before sessions, a challenge before its flags.
 * 8. `content` by hash, then its row in `blobs`.
 */
export const LOCK_ORDER = [
  'migrations',
  'logOrder',
  'captureQuota',
  'eventImport',
  'settings',
  'engines',
  'rehearsals',
  'instances',
  'instanceTest',
  'ledger',
  'intake',
  'content'
] as const

export type LockName = (typeof LOCK_ORDER)[number]
/** `ledger` is a row, see server/ledger. */
type AdvisoryLock = Exclude<LockName, 'ledger'>

const {
  migrations,
  logOrder,
  captureQuota,
  eventImport,
  settings,
  engines,
  rehearsals,
  instances,
  instanceTest,
  intake
} = LOCK_KEYS

const STATEMENTS: Record<AdvisoryLock, string> = {
  migrations: `SELECT pg_advisory_xact_lock(${migrations})`,
  logOrder: `SELECT pg_advisory_xact_lock(${logOrder})`,
  captureQuota: `SELECT pg_advisory_xact_lock(${captureQuota}, $1)`,
  eventImport: `SELECT pg_advisory_xact_lock(${eventImport}, hashtext($1))`,
  settings: `SELECT pg_advisory_xact_lock(${settings})`,
  engines: `SELECT pg_advisory_xact_lock(${engines})`,
  rehearsals: `SELECT pg_advisory_xact_lock(${rehearsals})`,
  instances: `SELECT pg_advisory_xact_lock(${instances}, $1)`,
  instanceTest: `SELECT pg_advisory_xact_lock(${instanceTest}, $1)`,
  intake: `SELECT pg_advisory_xact_lock(${intake}, $1)`,
  content: `SELECT pg_advisory_xact_lock(hashtextextended('blob:' || $1, 0))`
}

/**
 * Holds an advisory lock until the transaction ends.
 * @param of participation (`captureQuota`, `instances`), challenge (`instanceTest`), game (`intake`), origin
 * (`eventImport`), hash (`content`); absent for the others
 */
export async function takeLock(sql: Sql, lock: AdvisoryLock, of?: number | string): Promise<void> {
  await sql.query(STATEMENTS[lock], of === undefined ? [] : [of])
}

/** Holds an account's row until the transaction ends, while others may still refer to it. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id])
}
