import type { Transaction } from 'sequelize'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, rows } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { CATEGORY_LIMITS } from './constants'
import type { Category, CategoryInput } from './contract'
import { type CategoryRow, defineCategories } from './model'
import { listCategories } from './queries'

/** Categories of a game's own (docs/rules/challenges.md#categories), for who edits its challenges. */
export interface Categories {
  /** By name. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<Category[]>
  /** @throws AppError `category.limit`, `category.name_taken` 400 */
  add(ctx: Ctx, gameId: number, category: CategoryInput): Promise<Category[]>
  /** Pages that are open follow. @throws AppError `category.not_found` 404, `category.name_taken` 400 */
  change(ctx: Ctx, gameId: number, id: number, category: CategoryInput): Promise<Category[]>
  /** @throws AppError `category.not_found` 404, `category.in_use` 409 */
  remove(ctx: Ctx, gameId: number, id: number): Promise<Category[]>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
}

const nameTaken = (error: unknown): never => {
  throw isUniqueViolation(error)
    ? new AppError('category.name_taken', 400, { extra: { field: 'name' } })
    : error
}

/** What an audit tells of a category. */
const told = ({ name, color, icon, standsFor }: CategoryInput) => ({ name, color, icon, standsFor })

/** Its challenges stand where the category does, and boards and pages that show them follow. */
async function follow(tx: Change, { id, gameId, standsFor }: CategoryRow): Promise<void> {
  const shown = await rows(
    tx,
    { id: number },
    'UPDATE challenges SET category = $2 WHERE category_id = $1 RETURNING id',
    [id, standsFor]
  )
  if (shown.length === 0) return
  tx.invalidate(...shown.map((one) => `challenge:${one.id}`))
  tx.notifyScoring(gameId, 'refresh')
}

export function createCategories({ db, change, games }: Needs): Categories {
  const categories = defineCategories(db.sequelize)

  const one = (gameId: number, id: number, transaction: Transaction): Promise<CategoryRow> => {
    const rejectOnEmpty = notFound('category.not_found')
    return categories.findOne({ where: { id, gameId }, transaction, rejectOnEmpty })
  }

  return {
    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      return listCategories(db.pool, gameId)
    },

    async add(ctx, gameId, input) {
      requireInGame(ctx, gameId, 'challenges')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const most = CATEGORY_LIMITS.listed
        if ((await categories.count({ where: { gameId }, transaction })) >= most)
          throw new AppError('category.limit', 400, { params: { most } })
        await categories.create({ gameId, ...told(input) }, { transaction }).catch(nameTaken)
        await tx.audit({ action: 'category_added', target: `game:${gameId}`, after: told(input) })
      })
      return listCategories(db.pool, gameId)
    },

    async change(ctx, gameId, id, input) {
      requireInGame(ctx, gameId, 'challenges')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const known = await one(gameId, id, transaction)
        const before = told(known.get())
        await known.update(told(input), { transaction }).catch(nameTaken)
        await follow(tx, known)
        await tx.audit({ action: 'category_changed', target: `game:${gameId}`, before, after: told(input) })
      })
      return listCategories(db.pool, gameId)
    },

    async remove(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const known = await one(gameId, id, transaction)
        const used = await rows(tx, { id: number }, 'SELECT id FROM challenges WHERE category_id = $1', [id])
        if (used.length > 0)
          throw new AppError('category.in_use', 409, {
            params: { name: known.name, challenges: used.length }
          })
        await known.destroy({ transaction })
        await tx.audit({ action: 'category_deleted', target: `game:${gameId}`, before: told(known.get()) })
      })
      return listCategories(db.pool, gameId)
    }
  }
}
