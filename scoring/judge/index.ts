import { type Database, pipelined, type Tx } from '~/server/db'
import { endSolved } from '~/server/instances'
import { appendAt, lock, lockBegun, type ScoreEvent } from '~/server/ledger'
import type { NoticeView } from '~/server/notices/contract'
import { recordCheats } from './cheats'
import { bloodsAmong, type NoticeTail, storeBloodNotices } from './notices'
import { type Judged, judgeBatch } from './verdicts'

export { NoticeTail } from './notices'
export type { Judged } from './verdicts'

export const BATCH = 500

export interface Judgement {
  rows: Judged[]
  /** The solves, as entries of the ledger. */
  appended: ScoreEvent[]
  /** New to the tail of the game's notices; empty without a tail. */
  notices: NoticeView[]
  seq: number
}

/** The ledger has no row that could be locked. */
class NoLedger extends Error {}

/**
 * Judges the oldest unjudged submissions of a game, at most `BATCH`, in one transaction. Judges may run at
 * once, also for one game: the lock of the ledger lets one through, and the primary key of `solves` decides.
 * `notices` is read in the same transaction. Eight statements with solves, one more with cheating, besides
 * ended instances; independent ones are sent together, since a verdict mostly waits for round trips.
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
