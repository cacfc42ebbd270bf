import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { shownToPlayers } from '~/server/feedback'
import { frozenSince, type GameAccess, type GameFacts, gamePhase } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { SolutionList, SolutionView } from './contract'
import { findSolution, listPublicWriteups, listSolutions } from './queries'

/** Solutions after the end, for everyone who sees the game (docs/rules/challenges.md#solutions). */
export interface Solutions {
  /** @throws AppError `game.not_found` 404, `solution.not_public` 403 until the end and the reveal */
  list(ctx: Ctx, gameId: number): Promise<SolutionList>
  /** @throws AppError as `list`; `challenge.unavailable` 404 */
  one(ctx: Ctx, gameId: number, challengeId: number): Promise<SolutionView>
  /** Markdown for the page of a challenge that the caller reads; null while none is published. */
  text(ctx: Ctx, gameId: number, challengeId: number): Promise<string | null>
}

interface Needs {
  db: Database
  games: GameAccess
}

export function createSolutions({ db, games }: Needs): Solutions {
  const isOver = (game: GameFacts, now: Date) =>
    gamePhase(game, now) === 'ended' && frozenSince(game, now) === null
  const open = async (ctx: Ctx, gameId: number) => {
    const game = await games.see(ctx, gameId)
    if (!isOver(game, ctx.now)) throw new AppError('solution.not_public', 403)
    return game
  }
  return {
    async list(ctx, gameId) {
      const { feedback } = await open(ctx, gameId)
      const [challenges, writeups] = await Promise.all([
        listSolutions(db.pool, gameId),
        listPublicWriteups(db.pool, gameId)
      ])
      return {
        challenges: challenges.map((one) => ({
          ...one,
          rating: feedback ? shownToPlayers(one.rating) : null
        })),
        writeups
      }
    },

    async text(ctx, gameId, challengeId) {
      // Spares running games the question; the database's clock decides.
      if (!isOver(await games.see(ctx, gameId), ctx.now)) return null
      return (await findSolution(db.pool, gameId, challengeId))?.solution ?? null
    },

    async one(ctx, gameId, challengeId) {
      const { feedback } = await open(ctx, gameId)
      const [found, writeups] = await Promise.all([
        findSolution(db.pool, gameId, challengeId),
        listPublicWriteups(db.pool, gameId, challengeId)
      ])
      if (!found) throw notFound('challenge.unavailable')
      return { ...found, rating: feedback ? shownToPlayers(found.rating) : null, writeups }
    }
  }
}
