import { requireActor, requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { CustomCategory } from '~/server/categories/constants'
import type { MakeChange } from '~/server/change'
import { bool, type Database, row } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { PlayGuard } from '~/server/participations/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { knownSolvedSql } from '~/server/public-board'
import type { FeedbackInput, FeedbackList, FeedbackQuery, Rating } from './contract'
import { defineChallengeFeedback } from './model'
import { seesRaters } from './policy'
import { listFeedback, listRatings } from './queries'

/** Ratings and lines of members about challenges that their team solved (docs/rules/challenges.md#feedback). */
export interface Feedback {
  /**
   * Writes the caller's only one, or changes it.
   * @throws AppError of the play guard; `feedback.off` 400, `challenge.unavailable` 404, `feedback.not_solved` 400
   */
  give(ctx: Ctx, gameId: number, challengeId: number, input: FeedbackInput): Promise<void>
  /** The caller's own; null without one. */
  own(ctx: Ctx, challengeId: number): Promise<FeedbackInput | null>
  /** A page for staff, with people for administrators alone. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, query: FeedbackQuery): Promise<FeedbackList>
  /** Feedback for a sheet, at most 50,000 rows. */
  whole(ctx: Ctx, gameId: number): Promise<FeedbackList['data']>
  /** Challenges of a game with their ratings, for staff. @throws AppError `game.not_found` 404 */
  ratings(ctx: Ctx, gameId: number): Promise<RatedChallenge[]>
}

export interface RatedChallenge {
  id: number
  title: string
  category: string
  customCategory: CustomCategory | null
  rating: Rating | null
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  participations: PlayGuard
}

const MAX_SHEET_ROWS = 50_000

const PLACE = `SELECT g.feedback AS wanted, c.id IS NOT NULL AS there, 
    ${knownSolvedSql({ challenge: 'c.id', participation: '$3' })} AS solved
  FROM games g LEFT JOIN challenges c ON c.game_id = g.id AND c.id = $2 AND c.enabled WHERE g.id = $1`

export function createFeedback({ db, change, games, participations }: Needs): Feedback {
  const feedback = defineChallengeFeedback(db.sequelize)
  const seen = async (ctx: Ctx, gameId: number) => {
    requireInGame(ctx, gameId, 'feedback')
    await games.info(gameId)
  }
  return {
    async give(ctx, gameId, challengeId, input) {
      const { id: userId } = requireActor(ctx)
      const { participationId } = await participations.guardPlay(ctx, gameId)
      await change(ctx, async (tx) => {
        const shape = { wanted: bool, there: bool, solved: bool }
        const place = await row(tx, shape, PLACE, [gameId, challengeId, participationId])
        if (!place?.wanted) throw new AppError('feedback.off')
        if (!place.there) throw notFound('challenge.unavailable')
        if (!place.solved) throw new AppError('feedback.not_solved')
        await feedback.upsert(
          { challengeId, userId, participationId, ...input, at: ctx.now },
          { transaction: tx.transaction }
        )
        await tx.audit({ action: 'feedback_given', target: `challenge:${challengeId}` })
      })
    },

    async own({ actor }, challengeId) {
      if (!actor) return null
      const found = await feedback.findOne({ where: { challengeId, userId: actor.id } })
      return found && { stars: found.stars, line: found.line }
    },

    async list(ctx, gameId, query) {
      await seen(ctx, gameId)
      return listFeedback(db.pool, gameId, query, { withPeople: seesRaters(ctx) })
    },

    async whole(ctx, gameId) {
      await seen(ctx, gameId)
      return (
        await listFeedback(
          db.pool,
          gameId,
          { count: MAX_SHEET_ROWS, skip: 0 },
          { withPeople: seesRaters(ctx) }
        )
      ).data
    },

    async ratings(ctx, gameId) {
      await seen(ctx, gameId)
      return listRatings(db.pool, gameId)
    }
  }
}
