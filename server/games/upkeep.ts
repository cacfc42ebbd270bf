import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { endedBy, endInstances } from '~/server/instances'
import { notFound } from '~/server/platform/errors'
import { moveToTrash } from '~/server/trash'
import type { GameRemoval } from './contract'
import type { EditingNeeds } from './game-editing'
import { isSealedBy, teamHashSalt } from './game-keys'
import { defineGame } from './model'
import { countGameRemoval } from './queries'

export interface Upkeep {
  /** Counts what remove() would delete. @throws AppError `game.not_found` 404 */
  removal(ctx: Ctx, id: number): Promise<GameRemoval>
  /** Moves all of it to the trash; teams, accounts and the audit stay. @throws AppError `game.not_found` 404 */
  remove(ctx: Ctx, id: number): Promise<void>
  /** Rebuilds the board from the ledger. @throws AppError `game.not_found` 404 */
  recount(ctx: Ctx, id: number): Promise<void>
  /** 64 hex digits. @throws AppError `game.not_found` 404 */
  salt(ctx: Ctx, id: number): Promise<string>
  /** Games that nobody can join, because their keys were sealed under another HALYARD_SECRET. */
  sealedElsewhere(): Promise<number>
}

export function createUpkeep({ db, change, log, secretBox }: EditingNeeds): Upkeep {
  const games = defineGame(db.sequelize)
  const known = (id: number) => games.findByPk(id, { rejectOnEmpty: notFound('game.not_found') })

  return {
    async removal(ctx, id) {
      requireInGame(ctx, id, 'removal')
      const found = await countGameRemoval(db.pool, id)
      if (!found) throw notFound('game.not_found')
      return found
    },

    async remove(ctx, id) {
      requireInGame(ctx, id, 'removal')
      await known(id)
      await change(ctx, { ledger: id, intake: id, long: true }, async (tx) => {
        const { transaction } = tx
        const found = await games.findByPk(id, { transaction, rejectOnEmpty: notFound('game.not_found') })
        const before = { title: found.title, ...(await countGameRemoval(tx, id)) }
        // Rows stay without a game until the engine has removed them.
        await endInstances(tx, { gameId: id }, 'game_deleted', endedBy(ctx))
        await tx.audit({ action: 'game_deleted', target: `game:${id}`, before })
        await moveToTrash(tx, { kind: 'game', id, title: found.title })
        await found.destroy({ transaction })
        tx.invalidate('games', `game:${id}`)
        tx.notifyScoring(id, 'rebuild')
      })
      log.info({ game: id, ...callerLogFields(ctx) }, 'game_deleted')
    },

    async recount(ctx, id) {
      requireInGame(ctx, id, 'settings')
      await known(id)
      await change(ctx, async (tx) => {
        await tx.audit({ action: 'game_recounted', target: `game:${id}` })
        tx.notifyScoring(id, 'rebuild')
      })
    },

    async salt(ctx, id) {
      requireInGame(ctx, id, 'settings')
      return teamHashSalt((await known(id)).privateSeed)
    },

    async sealedElsewhere() {
      const all = await games.findAll({ attributes: ['privateSeed'] })
      return all.filter(({ privateSeed }) => !isSealedBy(secretBox, privateSeed)).length
    }
  }
}
