import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { number, row, text } from '~/server/db'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { TICKET_LIMITS } from './constants'
import type { CannedAnswer, CannedInput } from './contract'
import { defineCannedAnswers } from './model'
import { gameTarget, type Needs } from './writing'

/** Answers that are kept ready for a game (docs/rules/tickets.md#canned-answers): all staff uses them, administrators edit them. */
export interface CannedAnswers {
  /** By name. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<CannedAnswer[]>
  /** @throws AppError `canned.limit`, `canned.name_taken` 400 */
  add(ctx: Ctx, gameId: number, answer: CannedInput): Promise<CannedAnswer[]>
  /** @throws AppError `canned.not_found` 404, `canned.name_taken` 400 */
  change(ctx: Ctx, gameId: number, id: number, answer: CannedInput): Promise<CannedAnswer[]>
  /** @throws AppError `canned.not_found` 404 */
  remove(ctx: Ctx, gameId: number, id: number): Promise<CannedAnswer[]>
}

const ANSWER = { id: number, name: text, text }

const nameTaken = (error: unknown): never => {
  throw isUniqueViolation(error)
    ? new AppError('canned.name_taken', 400, { extra: { field: 'name' } })
    : error
}

export function createCanned({ db, change, games }: Needs): CannedAnswers {
  const answers = defineCannedAnswers(db.sequelize)

  const read = async (gameId: number): Promise<CannedAnswer[]> => {
    const limit = TICKET_LIMITS.answers
    const found = await answers.findAll({ where: { gameId }, order: ['name'], limit })
    return found.map(({ id, name, text }) => ({ id, name, text }))
  }

  return {
    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'tickets')
      await games.info(gameId)
      return read(gameId)
    },

    async add(ctx, gameId, { name, text }) {
      requireInGame(ctx, gameId, 'answers')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const most = TICKET_LIMITS.answers
        if ((await answers.count({ where: { gameId }, transaction })) >= most)
          throw new AppError('canned.limit', 400, { params: { most } })
        await answers.create({ gameId, name, text }, { transaction }).catch(nameTaken)
        await tx.audit({ action: 'canned_answer_saved', target: gameTarget(gameId), after: { name, text } })
      })
      return read(gameId)
    },

    async change(ctx, gameId, id, { name, text }) {
      requireInGame(ctx, gameId, 'answers')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const rejectOnEmpty = notFound('canned.not_found')
        const lock = transaction.LOCK.UPDATE
        const answer = await answers.findOne({ where: { id, gameId }, transaction, lock, rejectOnEmpty })
        const before = { name: answer.name, text: answer.text }
        await answer.update({ name, text }, { transaction }).catch(nameTaken)
        const target = gameTarget(gameId)
        await tx.audit({ action: 'canned_answer_saved', target, before, after: { name, text } })
      })
      return read(gameId)
    },

    async remove(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'answers')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const gone = 'DELETE FROM canned_answers WHERE game_id = $1 AND id = $2 RETURNING id, name, text'
        const before = await row(tx, ANSWER, gone, [gameId, id])
        if (!before) throw notFound('canned.not_found')
        await tx.audit({
          action: 'canned_answer_deleted',
          target: gameTarget(gameId),
          before: { name: before.name, text: before.text }
        })
      })
      return read(gameId)
    }
  }
}
