import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { createBatchedLookup } from '~/server/platform/concurrency/batched-lookup'
import { isAppError, notFound } from '~/server/platform/errors'
import type { GameAccess, GameFacts, Registration } from './contract'
import { canSee, isOfSameRun } from './policy'
import { findGameFacts } from './queries'
import { listRegistrations, type Relation, findRelations as relationsOf } from './relations'

export function createAccess(db: Database, caches: Caches): GameAccess {
  const games = caches.create<GameFacts | null>({ ttl: 300_000, max: 1000 })
  const relations = caches.create<Relation | null>({ ttl: 60_000, max: 50_000 })
  const lookUp = createBatchedLookup((asked: readonly { gameId: number; userId: string }[]) =>
    relationsOf(db.pool, asked)
  )
  const lookUpRegistered = createBatchedLookup(
    (asked: readonly { gameIds: readonly number[]; userId: string }[]) => listRegistrations(db.pool, asked)
  )
  const registered = caches.create<ReadonlyMap<number, Registration>>({ ttl: 60_000, max: 20_000 })

  // Caches missing games too, so that they take as long as hidden ones.
  const info: GameAccess['info'] = async (gameId) => {
    const found = await games.through(String(gameId), async () => {
      const value = await findGameFacts(db.pool, gameId)
      return { value, tags: value ? [`game:${gameId}`] : ['games', `game:${gameId}`] }
    })
    if (!found) throw notFound('game.not_found')
    return found
  }

  const related = async (ctx: Ctx, gameId: number): Promise<Relation | null> => {
    const userId = ctx.actor?.id
    if (!userId) return null
    return relations.through(`${gameId}:${userId}`, async () => {
      const value = await lookUp({ gameId, userId })
      const own = value ? [`participation:${value.participationId}`, `team:${value.teamId}`] : []
      return { value, tags: [`game:${gameId}`, `user:${userId}`, ...own] }
    })
  }

  const registrations: GameAccess['registrations'] = async (ctx, gameIds) => {
    const userId = ctx.actor?.id
    if (!userId || gameIds.length === 0) return new Map()
    return registered.through(`${userId}:${gameIds.join()}`, async () => {
      const all = (await lookUpRegistered({ gameIds, userId })) ?? []
      const tags = [
        ...gameIds.map((id) => `game:${id}`),
        // Teams that are not accepted may be deleted.
        ...all.flatMap(({ participationId, teamId }) => [
          `participation:${participationId}`,
          `team:${teamId}`
        ])
      ]
      const value = new Map(all.map(({ gameId, team, status }) => [gameId, { team, status }]))
      return { value, tags: [`user:${userId}`, ...tags] }
    })
  }

  return {
    info,
    async see(ctx, gameId) {
      const game = await info(gameId)
      const takesPart = game.hidden && (await related(ctx, gameId)) !== null
      if (!canSee(game, ctx.actor, { takesPart })) throw notFound('game.not_found')
      return game
    },
    async refuseRehearsal({ actor }, gameId) {
      const game = await info(gameId).catch((error: unknown) => {
        if (isAppError(error) && error.status === 404) return null
        throw error
      })
      if (game && !isOfSameRun(game, actor)) throw notFound('game.not_found')
    },
    async standing(ctx, gameId) {
      const found = await related(ctx, gameId)
      return found?.registered ? found : null
    },

    registrations,

    async playing(ctx, gameIds) {
      const found = await registrations(ctx, gameIds)
      return new Set([...found].flatMap(([gameId, { status }]) => (status === 'Accepted' ? [gameId] : [])))
    }
  }
}
