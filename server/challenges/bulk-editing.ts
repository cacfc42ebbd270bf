import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { MINUTE_MS } from '~/server/platform/time'
import type { BulkOutcome } from '~/server/platform/wire'
import type { ChallengeUpdate, PointsInput } from './contract'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import { listSelectedChallenges } from './selected'
import type { ReleasePlan, SelectedChallenges } from './selected-contract'
import { removeIn, type UpdateOptions, updateIn } from './updating'

/** One transaction; refused ones stay and return their code (docs/rules/challenges.md#many-at-once). */
export interface BulkEditing {
  setEnabled(
    ctx: Ctx,
    gameId: number,
    ids: readonly number[],
    isEnabled: boolean,
    announce?: boolean
  ): Promise<BulkOutcome>
  setPoints(ctx: Ctx, gameId: number, ids: readonly number[], points: PointsInput): Promise<BulkOutcome>
  /** Sets `releaseAt` in the order of the ids; a refused one takes no slot. */
  schedule(ctx: Ctx, gameId: number, ids: readonly number[], plan: ReleasePlan): Promise<BulkOutcome>
  removeAll(ctx: Ctx, gameId: number, ids: readonly number[]): Promise<BulkOutcome>
  /** The challenges of these ids, in their order; unknown ids are left out. */
  selected(ctx: Ctx, gameId: number, ids: readonly number[]): Promise<SelectedChallenges>
}

interface Needs {
  db: Database
  games: GameAccess
  lockedChallenges: LockedChallenges
}

export function createBulkEditing({ db, games, lockedChallenges }: Needs): BulkEditing {
  const { changeMany } = lockedChallenges
  /** Whether it changed anything. */
  const write = async (
    locked: LockedChallenge,
    update: ChallengeUpdate,
    options?: UpdateOptions
  ): Promise<boolean> => {
    const held = locked.challenge.version
    return (await updateIn(lockedChallenges, locked, update, options)).version !== held
  }
  const once = (ids: readonly number[]) => [...new Set(ids)]

  return {
    async setEnabled(ctx, gameId, ids, isEnabled, announce) {
      requireInGame(ctx, gameId, 'challenges')
      return changeMany(ctx, gameId, once(ids), async (locked) => {
        const { enabled, releaseAt, releaseFault } = locked.challenge
        if (enabled === isEnabled && !releaseAt && !releaseFault) return false
        return write(locked, { isEnabled, announce }, { switches: true })
      })
    },

    async setPoints(ctx, gameId, ids, points) {
      requireInGame(ctx, gameId, 'challenges')
      return changeMany(ctx, gameId, once(ids), (locked) => write(locked, points))
    },

    async schedule(ctx, gameId, ids, { first, every, announce }) {
      requireInGame(ctx, gameId, 'challenges')
      let place = 0
      return changeMany(ctx, gameId, once(ids), async (locked) => {
        const releaseAt = first && new Date(first.getTime() + place * every * MINUTE_MS)
        const changed = await write(locked, { releaseAt, announce })
        place++
        return changed
      })
    },

    async removeAll(ctx, gameId, ids) {
      requireInGame(ctx, gameId, 'challenges')
      return changeMany(ctx, gameId, once(ids), removeIn)
    },

    async selected(ctx, gameId, ids) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      return listSelectedChallenges(db.pool, gameId, once(ids))
    }
  }
}
