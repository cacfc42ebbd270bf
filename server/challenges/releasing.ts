import type { Ctx } from '~/server/access/contract'
import { diffFields } from '~/server/audit'
import { type Database, number, type RowOf, rows, time } from '~/server/db'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { isAppError, isStoreAway } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import { updateIn } from './updating'

export interface Releasing {
  /** Each once over all processes; one that cannot be enabled loses its time and keeps why (docs/rules/challenges.md#release). */
  releaseDue(ctx: Ctx): Promise<number>
}

/** Limits of one run; the next follows within a second. Games wait for their ledgers beside each other. */
const OF_A_GAME = 100
const BATCH_SIZE = 1000
const GAMES_AT_ONCE = 4

const DUE = { id: number, gameId: number, releaseAt: time }
type Due = RowOf<typeof DUE>

const QUERY = `
  SELECT id, game_id AS "gameId", release_at AS "releaseAt" FROM (
    SELECT id, game_id, release_at, row_number() OVER (PARTITION BY game_id ORDER BY release_at, id) AS place
    FROM challenges WHERE release_at <= clock_timestamp() AND NOT enabled) due
  WHERE place <= ${OF_A_GAME} ORDER BY release_at, id LIMIT ${BATCH_SIZE}`

interface Needs {
  db: Database
  log: Log
  lockedChallenges: LockedChallenges
}

/** True if nobody changed the time or enabled the challenge since the query. */
const still = ({ challenge }: LockedChallenge, { releaseAt }: Due) =>
  !challenge.enabled && challenge.releaseAt?.getTime() === releaseAt.getTime()

/** Does not use `updateIn`, whose checks may be the reason that the challenge stays closed. */
async function writeFault({ challenge, tx }: LockedChallenge, fault: string): Promise<void> {
  const { releaseAt, version } = challenge
  const columns = { releaseAt: null, releaseFailedAt: tx.ctx.now, releaseFault: fault }
  await challenge.update(columns, { transaction: tx.transaction })
  await tx.audit({
    action: 'challenge_updated',
    target: `challenge:${challenge.id}`,
    ...diffFields<object>({ releaseAt, version }, { releaseAt: null, version: challenge.version })
  })
}

export function createReleasing({ db, log, lockedChallenges }: Needs): Releasing {
  const { changeOne } = lockedChallenges

  /** `fault`: why it cannot be enabled; null enables it. True when this call wrote it. @throws AppError as Editing.update */
  const write = (ctx: Ctx, due: Due, fault: string | null) =>
    changeOne(
      ctx,
      due.gameId,
      due.id,
      async (locked) => {
        if (!still(locked, due)) return false
        if (fault !== null) await writeFault(locked, fault)
        else {
          // The announcement chosen together with the time.
          const announce = locked.challenge.releaseAnnounce
          await updateIn(lockedChallenges, locked, { isEnabled: true, announce })
        }
        return true
      },
      { brief: true }
    )

  const release = async (ctx: Ctx, due: Due): Promise<boolean> => {
    const about = { game: due.gameId, challenge: due.id }
    try {
      const done = await write(ctx, due, null)
      if (done) log.info(about, 'challenge_released')
      return done
    } catch (error) {
      if (isStoreAway(error)) throw error
      const known = isAppError(error)
      // Deleted meanwhile.
      if (known && error.status === 404) return false
      const reason = known ? error.code : 'server.error'
      if (await write(ctx, due, reason))
        log.warn({ ...about, reason, ...(!known && { err: error }) }, 'challenge_not_released')
      return false
    }
  }

  /** Releases challenges in order. A failure delays neither the next challenge nor another game. */
  const releaseOf = async (ctx: Ctx, game: number, all: readonly Due[]): Promise<number> => {
    let released = 0
    for (const due of all)
      try {
        if (await release(ctx, due)) released++
      } catch (error) {
        log.warn({ game, challenge: due.id, err: error }, 'challenge_not_released')
        // The ledger is locked or Postgres is away, which affects the other challenges too.
        if (isStoreAway(error)) break
      }
    return released
  }

  return {
    async releaseDue(ctx) {
      const byGame = new Map<number, Due[]>()
      for (const due of await rows(db.pool, DUE, QUERY))
        byGame.set(due.gameId, [...(byGame.get(due.gameId) ?? []), due])
      const inTurn = createSemaphore(GAMES_AT_ONCE)
      const counts = await Promise.all(
        [...byGame].map(([game, all]) => inTurn(() => releaseOf(ctx, game, all)))
      )
      return counts.reduce((sum, count) => sum + count, 0)
    }
  }
}
