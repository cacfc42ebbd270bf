import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Games } from '~/server/games'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import type { Vault } from '~/server/platform/vault'
import type { JoinInput, Seat } from './contract'
import { createGuard, type GuardPlay } from './guard'
import { createJoining, type Joined } from './joining'
import { choicesOf, playersOf } from './queries'
import { createReviewing, type Reviewing } from './reviewing'

export interface Participations extends Reviewing {
  /** Lets a caller through who may play now; see guard.ts for the errors and their order. */
  guardPlay: GuardPlay
  /** Registers the caller, and the caller's team with the first of its members (behaviour.md 3.3). */
  join(ctx: Ctx, gameId: number, input: JoinInput): Promise<void>
  /** Takes the caller's registration back while it is Pending or Rejected (behaviour.md 3.4). */
  leave(ctx: Ctx, gameId: number): Promise<void>
  /** The caller's teams and where they stand in a game the caller may see. @throws AppError `game.not_found` 404 */
  seat(ctx: Ctx, gameId: number): Promise<Seat>
}

interface Needs {
  db: Database
  caches: Caches
  games: Games
  vault: Vault
  log: Log
  /** Tells scoring, after the commit, that a game's ledger grew. */
  wake(gameId: number, reason: WakeReason): void
}

export function createParticipations({ db, caches, games, vault, log, wake }: Needs): Participations {
  const joining = createJoining({ db, games, vault, log })
  const reviewing = createReviewing({
    db,
    games,
    log,
    changed(gameId, ids) {
      caches.forget(...ids.map((id) => `participation:${id}`))
      wake(gameId, 'judge')
    }
  })

  const settled = (gameId: number, { participationId, leftId, users, scored }: Joined) => {
    const places = [participationId, leftId].map((id) => `participation:${id}`)
    caches.forget(`joined:${gameId}`, ...places, ...users.map((user) => `user:${user}`))
    if (scored) wake(gameId, 'judge')
  }

  return {
    ...reviewing,
    guardPlay: createGuard(games),

    async join(ctx, gameId, input) {
      settled(gameId, await joining.join(ctx, gameId, input))
    },

    async leave(ctx, gameId) {
      settled(gameId, await joining.leave(ctx, gameId))
    },

    async seat(ctx, gameId) {
      const actor = actorOf(ctx)
      await games.see(ctx, gameId)
      const standing = await games.standing(ctx, gameId)
      const [teams, players] = await Promise.all([
        choicesOf(db.pool, gameId, actor.id),
        standing ? playersOf(db.pool, standing.participationId) : []
      ])
      return { teams, players }
    }
  }
}
