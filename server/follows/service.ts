import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, lockUser } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { createBatchedLookup } from '~/server/platform/concurrency/batched-lookup'
import { notFound } from '~/server/platform/errors'
import { MAX_FOLLOWED } from './constants'
import { defineFollows } from './model'
import { followedBy, lockFollowedParticipations } from './queries'

/** Teams that an account compares in the chart of a game (docs/rules/interface.md#following). */
export interface Follows {
  /** Ids of teams, the first taken in first; null for visitors. Cached. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<number[] | null>
  /** Takes the place of the list; teams that do not play in the game are left out. @returns the list @throws as `list` */
  replace(ctx: Ctx, gameId: number, teams: readonly number[]): Promise<number[]>
  /** Adds a team (dropping the oldest at the limit) or removes it. @throws AppError `team.not_found` 404 */
  follow(ctx: Ctx, gameId: number, teamId: number, on: boolean): Promise<number[]>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
}

const CACHED_MS = 60_000
const tagOf = (gameId: number, userId: string) => `follows:${gameId}:${userId}`

export function createFollows({ db, caches, change, games }: Needs): Follows {
  const follows = defineFollows(db.sequelize)
  const lists = caches.create<number[]>({ ttl: CACHED_MS, max: 20_000 })
  const lookUp = createBatchedLookup((asked: readonly { gameId: number; userId: string }[]) =>
    followedBy(db.pool, asked)
  )

  /** Writes the list that `next` makes of the present one; one at a time for an account. */
  const write = async (
    ctx: Ctx,
    gameId: number,
    next: (tx: Change, held: number[]) => Promise<readonly number[]>
  ): Promise<number[]> => {
    const { id: userId } = requireActor(ctx)
    await games.see(ctx, gameId)
    return change(ctx, async (tx) => {
      const { transaction } = tx
      await lockUser(tx, userId)
      const [held = []] = await followedBy(tx, [{ gameId, userId }])
      const wanted = await next(tx, held)
      const found = await lockFollowedParticipations(tx, gameId, wanted)
      await tx.query(
        'DELETE FROM follows f USING participations p WHERE f.user_id = $1 AND p.id = f.participation_id AND p.game_id = $2',
        [userId, gameId]
      )
      const rows = found.map(({ participationId }, place) => ({ userId, participationId, place }))
      await follows.bulkCreate(rows, { transaction })
      tx.invalidate(tagOf(gameId, userId))
      return found.map(({ teamId }) => teamId)
    })
  }

  return {
    async list(ctx, gameId) {
      await games.see(ctx, gameId)
      if (!ctx.actor) return null
      const { id } = ctx.actor
      return lists.through(`${gameId}:${id}`, async () => ({
        value: (await lookUp({ gameId, userId: id })) ?? [],
        tags: [tagOf(gameId, id)]
      }))
    },

    replace: (ctx, gameId, teams) => write(ctx, gameId, async () => teams.slice(-MAX_FOLLOWED)),

    follow: (ctx, gameId, teamId, on) =>
      write(ctx, gameId, async (tx, held) => {
        const others = held.filter((id) => id !== teamId)
        if (!on) return others
        if ((await lockFollowedParticipations(tx, gameId, [teamId])).length === 0)
          throw notFound('team.not_found')
        return [...others, teamId].slice(-MAX_FOLLOWED)
      })
  }
}
