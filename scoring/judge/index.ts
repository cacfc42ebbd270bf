import { type Database, type OpenTx, pipelined } from '~/server/db'
import { endSolved } from '~/server/instances'
import { appendAt, lockBegun, lockLedger, type ScoreEvent } from '~/server/ledger'
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
  /** The `rebuilds` of `Revision`; null when nothing was judged. */
  rebuilds: number | null
}

/** The ledger has no row that could be locked. */
class NoLedger extends Error {}

/**
 * Judges the oldest unjudged submissions of a game, at most `BATCH`, in one transaction. Judges may run at
 * once, also for one game: the lock of the ledger lets one through, and the primary key of `solves` decides.
 * `notices` is read in the same transaction. Seven statements with solves, more with cheating and ended instances;
 * independent ones are sent together, since a verdict mostly waits for round trips: two of them at best.
 */
export async function judge(db: Database, gameId: number, notices?: NoticeTail): Promise<Judgement> {
  const work = (tx: OpenTx) => judgeLocked(tx, gameId, notices)
  try {
    return await db.transaction(work, { genericPlans: true })
  } catch (error) {
    if (!(error instanceof NoLedger)) throw error
  }
  await db.transaction((tx) => lockLedger(tx, gameId))
  return db.transaction(work, { genericPlans: true })
}

async function judgeLocked(tx: OpenTx, gameId: number, notices?: NoticeTail): Promise<Judgement> {
  const [head, rows] = await pipelined([lockBegun(tx, gameId), judgeBatch(tx, gameId, BATCH)] as const)
  // The batch was judged without the lock.
  if (!head) throw new NoLedger()
  const solves = rows.filter((row) => row.solved)
  const entries = solves.map(({ id, at, participationId, challengeId, userId }) => ({
    kind: 'solve' as const,
    at,
    participationId,
    challengeId,
    submissionId: id,
    userId
  }))
  const cheats = rows.filter(({ sourceId }) => sourceId !== null)
  const ending = rows.filter(({ endsInstance }) => endsInstance)
  // These two may need several statements, so the commit has to wait.
  if (cheats.length > 0) await recordCheats(tx, gameId, cheats)
  if (ending.length > 0) await endSolved(tx, gameId, ending, new Date())
  const [appended, , fresh] = await tx.commitWith(() =>
    pipelined([
      entries.length > 0 ? appendAt(tx, gameId, head, entries) : [],
      storeBloodNotices(tx, gameId, bloodsAmong(rows)),
      notices?.read(tx) ?? []
    ] as const)
  )
  const rebuilds = rows[0]?.rebuilds ?? null
  return { rows, appended, notices: fresh, seq: head.seq + appended.length, rebuilds }
}
