import { type Database, pipelined, type Tx } from '~/server/db'
import { endSolved } from '~/server/instances'
import { appendAt, lock, lockBegun, type ScoreEvent } from '~/server/ledger'
import type { NoticeView } from '~/server/notices/contract'
import { recordCheats } from './cheats'
import { bloodsAmong, type NoticeTail, storeBloodNotices } from './notices'
import { type Judged, judgeBatch } from './verdicts'

export { NoticeTail } from './notices'
export type { Judged } from './verdicts'

/** Submissions judged in one transaction. */
export const BATCH = 500

/** What one transaction of the judge did; committed. */
export interface Judgement {
  rows: Judged[]
  /** The solves among them, as they stand in the ledger. */
  appended: ScoreEvent[]
  /** Notices that are new to the tail of the game's notices; none without a tail. */
  notices: NoticeView[]
  /** The last entry of the ledger. */
  seq: number
}

/** The game's ledger has not begun, so that nothing could be locked. */
class NoLedger extends Error {}

/**
 * Judges the oldest unjudged submissions of a game, at most `BATCH`, in one transaction: verdicts, solves, ledger
 * entries, blood notices and records of cheating appear together or not at all. Any number of judges may call it at
 * once, also for the same game: the lock on the game's ledger lets one through at a time, and the primary key of
 * `solves` has the last word. `notices`: reads the game's new notices in the same transaction.
 *
 * Eight statements for a batch with solves, one more for one with cheating, whatever its size; instances that right
 * answers end come on top. Those that do not need each other's results are sent together: the time that a verdict takes
 * is mostly made of round trips.
 */
export async function judge(db: Database, gameId: number, notices?: NoticeTail): Promise<Judgement> {
  const work = (tx: Tx) => judgeLocked(tx, gameId, notices)
  try {
    return await db.transaction(work, { genericPlans: true })
  } catch (error) {
    if (!(error instanceof NoLedger)) throw error
  }
  await db.transaction((tx) => lock(tx, gameId))
  return db.transaction(work, { genericPlans: true })
}

async function judgeLocked(tx: Tx, gameId: number, notices?: NoticeTail): Promise<Judgement> {
  const [head, rows] = await pipelined([lockBegun(tx, gameId), judgeBatch(tx, gameId, BATCH)] as const)
  // The batch was judged without the lock.
  if (!head) throw new NoLedger()
  const solves = rows.filter((row) => row.solved)
  const accepted = rows.filter(({ status }) => status === 'Accepted')
  const entries = solves.map(({ id, at, participationId, challengeId, userId }) => ({
    kind: 'solve' as const,
    at,
    participationId,
    challengeId,
    submissionId: id,
    userId
  }))
  const [appended, , , , fresh] = await pipelined([
    entries.length > 0 ? appendAt(tx, gameId, head, entries) : [],
    recordCheats(tx, gameId, rows),
    storeBloodNotices(tx, gameId, bloodsAmong(rows)),
    endSolved(tx, gameId, accepted, new Date()),
    notices?.read(tx) ?? []
  ] as const)
  return { rows, appended, notices: fresh, seq: head.seq + appended.length }
}
