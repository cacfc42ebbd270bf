import type { Sql } from './database'

/**
 * Keys of advisory locks; no two may be the same. Processes of several versions run beside each other while one is
 * replaced, so a key stays what it is. Those with a second key lock one thing of their kind.
 */
export const LOCK_KEYS = {
  migrations: 0x6861_6c79,
  logOrder: 0x6861_6c6f,
  captureQuota: 0xca97,
  eventImport: 0x5eed,
  settings: 0x5e77,
  instances: 0x1457,
  instanceTest: 0x1458,
  /** The functions store_submissions() and drop_submissions() take it, too. */
  intake: 0x5eb
} as const

/**
 * The order in which a transaction takes its locks; each is held until it ends. Two that keep to it never wait for each
 * other in a ring.
 *
 * 1. `migrations`, `logOrder`, `captureQuota`: alone.
 * 2. `eventImport`, `settings`: one writer of an imported event, of the settings.
 * 3. `instances`, `instanceTest`: what one participation runs, and the test of one challenge, are decided by one at a time.
 * 4. Rows of teams, where it depends on the team which games are written: teams/lock.ts.
 * 5. `ledger`: the row of `ledger_heads`, by ascending game. The judge holds it while its rows refer to participations,
 *    challenges and users, so whoever changes or deletes those takes it first; nothing of the game is locked before.
 * 6. `intake`: flags of a game, by ascending game. A batch of flags refers to several participations in the order in which
 *    they came, so whoever deletes several takes it first.
 * 7. All other rows; accounts before sessions, a challenge before its flags.
 * 8. `content`: one file's content, by ascending hash, then its row in `blobs`.
 */
export const LOCK_ORDER = [
  'migrations',
  'logOrder',
  'captureQuota',
  'eventImport',
  'settings',
  'instances',
  'instanceTest',
  'ledger',
  'intake',
  'content'
] as const

export type LockName = (typeof LOCK_ORDER)[number]
/** All but `ledger`, which is a row: see server/ledger. */
export type AdvisoryLock = Exclude<LockName, 'ledger'>

const { migrations, logOrder, captureQuota, eventImport, settings, instances, instanceTest, intake } =
  LOCK_KEYS

/** `$1` is what is locked, where there is more than one of its kind. */
const STATEMENTS: Record<AdvisoryLock, string> = {
  migrations: `SELECT pg_advisory_xact_lock(${migrations})`,
  logOrder: `SELECT pg_advisory_xact_lock(${logOrder})`,
  captureQuota: `SELECT pg_advisory_xact_lock(${captureQuota}, $1)`,
  eventImport: `SELECT pg_advisory_xact_lock(${eventImport}, hashtext($1))`,
  settings: `SELECT pg_advisory_xact_lock(${settings})`,
  instances: `SELECT pg_advisory_xact_lock(${instances}, $1)`,
  instanceTest: `SELECT pg_advisory_xact_lock(${instanceTest}, $1)`,
  intake: `SELECT pg_advisory_xact_lock(${intake}, $1)`,
  content: `SELECT pg_advisory_xact_lock(hashtextextended('blob:' || $1, 0))`
}

/**
 * Takes an advisory lock in the caller's transaction, which holds it until its end.
 * @param of what of its kind: a participation (`captureQuota`, `instances`), a challenge (`instanceTest`), a game
 *   (`intake`), an event's origin (`eventImport`), a hash (`content`); nothing for the others
 */
export async function takeLock(sql: Sql, lock: AdvisoryLock, of?: number | string): Promise<void> {
  await sql.query(STATEMENTS[lock], of === undefined ? [] : [of])
}
