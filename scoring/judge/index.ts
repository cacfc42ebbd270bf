import type { Database } from '~/server/db'
import { endSolved } from '~/server/instances'
import { appendAt, lock, type ScoreEvent } from '~/server/ledger'
import { recordCheats } from './cheats'
import { bloodsAmong, storeBloodNotices } from './notices'
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
  /** The last entry of the ledger. */
  seq: number
}

/**
 * Judges the oldest unjudged submissions of a game, at most `BATCH`, in one transaction: verdicts, solves, ledger
 * entries, blood notices and records of cheating appear together or not at all. Any number of judges may call it at
 * once, also for the same game: the lock on the game's ledger lets one through at a time, and the primary key of
 * `solves` has the last word. Eight statements for a batch with solves and one more for one with cheating, whatever its
 * size; instances that right answers end come on top.
 */
export function judge(db: Database, gameId: number): Promise<Judgement> {
  return db.transaction(async (tx) => {
    // The statement is wide: planning it anew for each batch costs more than running it.
    await tx.query('SET LOCAL plan_cache_mode = force_generic_plan')
    const head = await lock(tx, gameId)
    const rows = await judgeBatch(tx, gameId, BATCH)
    await recordCheats(tx, gameId, rows)
    await endSolved(
      tx,
      gameId,
      rows.filter(({ status }) => status === 'Accepted'),
      new Date()
    )
    const solves = rows.filter((row) => row.solved)
    if (solves.length === 0) return { rows, appended: [], seq: head.seq }
    const appended = await appendAt(
      tx,
      gameId,
      head,
      solves.map(({ id, at, participationId, challengeId, userId }) => ({
        kind: 'solve',
        at,
        participationId,
        challengeId,
        submissionId: id,
        userId
      }))
    )
    await storeBloodNotices(tx, gameId, bloodsAmong(rows))
    return { rows, appended, seq: head.seq + appended.length }
  })
}
