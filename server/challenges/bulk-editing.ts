import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { BulkOutcome } from '~/server/platform/wire'
import type { PointsInput, ReleasePlan, SelectedChallenges } from './contract'
import type { LockedChallenges } from './locked-challenge'
import { selectedChallenges } from './selected'
import { removeIn, updateIn } from './writing'

/**
 * What administrators do to many challenges of a game in one transaction. Each is as if it were done alone: what is refused
 * stays as it was, with the code (docs/rules/challenges.md#many-at-once). @throws AppError `game.not_found` 404
 */
export interface BulkEditing {
  /** `update` of `isEnabled`. */
  setEnabled(
    ctx: Ctx,
    gameId: number,
    ids: readonly number[],
    isEnabled: boolean,
    announce?: boolean
  ): Promise<BulkOutcome>
  /** `update` of the points that are given. */
  setPoints(ctx: Ctx, gameId: number, ids: readonly number[], points: PointsInput): Promise<BulkOutcome>
  /** `update` of `releaseAt`, in the order of the ids; one that is refused takes no place. */
  schedule(ctx: Ctx, gameId: number, ids: readonly number[], plan: ReleasePlan): Promise<BulkOutcome>
  /** `remove`. */
  removeAll(ctx: Ctx, gameId: number, ids: readonly number[]): Promise<BulkOutcome>
  /** Those of the ids that the game has, in their order, with what a change would concern. */
  selected(ctx: Ctx, gameId: number, ids: readonly number[]): Promise<SelectedChallenges>
}

/** Milliseconds. */
const MINUTE = 60_000

interface Needs {
  db: Database
  games: GameAccess
  lockedChallenges: LockedChallenges
}

export function createBulkEditing({ db, games, lockedChallenges }: Needs): BulkEditing {
  const { changeMany } = lockedChallenges
  const once = (ids: readonly number[]) => [...new Set(ids)]

  return {
    async setEnabled(ctx, gameId, ids, isEnabled, announce) {
      requireActor(ctx, 'Admin')
      return changeMany(ctx, gameId, once(ids), async (locked) => {
        const { enabled, releaseAt } = locked.challenge
        if (enabled !== isEnabled || releaseAt)
          await updateIn(lockedChallenges, locked, { isEnabled, announce })
      })
    },

    async setPoints(ctx, gameId, ids, points) {
      requireActor(ctx, 'Admin')
      return changeMany(ctx, gameId, once(ids), (locked) => updateIn(lockedChallenges, locked, points))
    },

    async schedule(ctx, gameId, ids, { first, every, announce }) {
      requireActor(ctx, 'Admin')
      let place = 0
      return changeMany(ctx, gameId, once(ids), async (locked) => {
        const releaseAt = first && new Date(first.getTime() + place * every * MINUTE)
        await updateIn(lockedChallenges, locked, { releaseAt, announce })
        place++
      })
    },

    async removeAll(ctx, gameId, ids) {
      requireActor(ctx, 'Admin')
      return changeMany(ctx, gameId, once(ids), removeIn)
    },

    async selected(ctx, gameId, ids) {
      requireActor(ctx, 'Admin')
      await games.info(gameId)
      return selectedChallenges(db.pool, gameId, once(ids))
    }
  }
}
