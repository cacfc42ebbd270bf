import type { Ctx } from '~/server/access/contract'
import { type Database, number, type RowOf, rows, time } from '~/server/db'
import { isAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import { updateIn } from './writing'

export interface Releasing {
  /** Each once over all processes; one that cannot be enabled loses its time and keeps why (docs/rules/challenges.md#release). */
  releaseDue(ctx: Ctx): Promise<number>
}

/** Limit of one run; the next follows within a second. */
const AT_ONCE = 100

const DUE = { id: number, gameId: number, releaseAt: time }
type Due = RowOf<typeof DUE>

interface Needs {
  db: Database
  log: Log
  lockedChallenges: LockedChallenges
}

/** Nobody has changed time or enabling since the query. */
const still = ({ challenge }: LockedChallenge, { releaseAt }: Due) =>
  !challenge.enabled && challenge.releaseAt?.getTime() === releaseAt.getTime()

export function createReleasing({ db, log, lockedChallenges }: Needs): Releasing {
  const { changeOne } = lockedChallenges

  /** `fault`: why it cannot be enabled; null enables it. True when this call wrote it. @throws AppError as Editing.update */
  const write = (ctx: Ctx, due: Due, fault: string | null) =>
    changeOne(ctx, due.gameId, due.id, async (locked) => {
      if (!still(locked, due)) return false
      // As set together with the time.
      const update = fault === null ? { isEnabled: true } : { releaseAt: null }
      const announce = locked.challenge.releaseAnnounce
      const challenge = await updateIn(lockedChallenges, locked, { ...update, announce })
      if (fault !== null)
        await challenge.update(
          { releaseFailedAt: ctx.now, releaseFault: fault },
          { transaction: locked.tx.transaction }
        )
      return true
    })

  const release = async (ctx: Ctx, due: Due): Promise<boolean> => {
    const about = { game: due.gameId, challenge: due.id }
    try {
      const done = await write(ctx, due, null)
      if (done) log.info(about, 'challenge_released')
      return done
    } catch (error) {
      if (!isAppError(error)) throw error
      // Deleted meanwhile.
      if (error.status === 404) return false
      if (await write(ctx, due, error.code))
        log.warn({ ...about, reason: error.code }, 'challenge_not_released')
      return false
    }
  }

  return {
    async releaseDue(ctx) {
      const all = await rows(
        db.pool,
        DUE,
        `SELECT id, game_id AS "gameId", release_at AS "releaseAt" FROM challenges
         WHERE release_at <= clock_timestamp() AND NOT enabled ORDER BY release_at, id LIMIT ${AT_ONCE}`
      )
      let released = 0
      for (const due of all) if (await release(ctx, due)) released++
      return released
    }
  }
}
