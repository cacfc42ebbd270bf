import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { notFound } from '~/server/platform/errors'
import type { Player } from './contract'
import { mayRead } from './policy'
import { findPlayer, listOwnAmong, listRoster } from './queries'

export interface Players {
  /**
   * The page of a player, if the caller may see it (docs/rules/players.md#who-sees-a-page).
   * @throws AppError `user.not_found` 404, also for a page that the caller may not see
   */
  one(ctx: Ctx, id: string): Promise<Player>
  /** Returns those of the submissions that the player sent; for solves on a board. */
  ofPlayer(id: string, submissions: number[]): Promise<ReadonlySet<number>>
  /** Ids of those in the team's roster whose pages everybody sees, by name; from memory. */
  publicIn(gameId: number, teamId: number): Promise<ReadonlyMap<string, string>>
}

export function createPlayers({ db, caches }: { db: Database; caches: Caches }): Players {
  const rosters = caches.create<ReadonlyMap<string, string>>({ ttl: 60_000, max: 5000 })
  return {
    async one(ctx, id) {
      const found = await findPlayer(db.pool, id, ctx.actor?.id ?? null, ctx.now)
      if (!found || !mayRead(found.visibility, found)) throw notFound('user.not_found')
      const { mate: _, ...player } = found
      return player
    },

    ofPlayer: async (id, submissions) =>
      submissions.length === 0 ? new Set() : listOwnAmong(db.pool, id, submissions),

    publicIn: (gameId, teamId) =>
      rosters.through(`${gameId} ${teamId}`, async () => {
        const roster = await listRoster(db.pool, gameId, teamId)
        const shown = roster.filter(({ isPublic }) => isPublic)
        return {
          value: new Map(shown.map(({ id, name }) => [name, id])),
          // Tagged with all members, because any page may become public.
          tags: [`game:${gameId}`, `team:${teamId}`, ...roster.map(({ id }) => `user:${id}`)]
        }
      })
  }
}
