import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, notFound } from '~/server/platform/errors'
import type { NoticeInput, NoticeView } from './contract'
import { defineNotices, type Notice } from './model'
import { insertNotices, viewOf } from './queries'

export interface Editing {
  /** Newest first, at most 1000. @throws AppError `game.not_found` 404 */
  written(ctx: Ctx, gameId: number): Promise<NoticeView[]>
  /** Scoring pushes it to sockets. @throws AppError `game.not_found` 404 */
  publish(ctx: Ctx, gameId: number, input: NoticeInput): Promise<NoticeView>
  /** Sets the time to now, without a push. @throws AppError `notice.not_found` 404, `notice.system_not_editable` */
  rewrite(ctx: Ctx, gameId: number, id: number, input: NoticeInput): Promise<NoticeView>
  /** @throws AppError `notice.not_found` 404, `notice.system_not_deletable` */
  withdraw(ctx: Ctx, gameId: number, id: number): Promise<void>
}

export interface EditingNeeds {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
}

const MAX_NOTICES = 1000

export function createNoticeEditing({ db, change, games }: EditingNeeds): Editing {
  const notices = defineNotices(db.sequelize)

  /** Locked; only an administrator's notice may change. */
  const own = async (
    { transaction }: Change,
    gameId: number,
    id: number,
    refusal: string
  ): Promise<Notice> => {
    const lock = transaction.LOCK.UPDATE
    const rejectOnEmpty = notFound('notice.not_found')
    const notice = await notices.findOne({ where: { id, gameId }, transaction, lock, rejectOnEmpty })
    if (notice.type !== 'Normal') throw new AppError(refusal)
    return notice
  }

  return {
    async written(ctx, gameId) {
      requireInGame(ctx, gameId, 'notices')
      await games.info(gameId)
      const found = await notices.findAll({
        where: { gameId, type: 'Normal' },
        order: [
          ['publishedAt', 'DESC'],
          ['id', 'DESC']
        ],
        limit: MAX_NOTICES
      })
      return found.map(viewOf)
    },

    async publish(ctx, gameId, { content }) {
      requireInGame(ctx, gameId, 'notices')
      await games.info(gameId)
      return change(ctx, { ledger: gameId }, async (tx) => {
        const [made] = await insertNotices(tx, gameId, ctx.now, [{ type: 'Normal', values: [content] }])
        await tx.audit({ action: 'notice_published', target: `notice:${made!.id}`, after: { content } })
        tx.invalidate(`notices:${gameId}`)
        tx.notifyScoring(gameId)
        return made!
      })
    },

    async rewrite(ctx, gameId, id, { content }) {
      requireInGame(ctx, gameId, 'notices')
      await games.info(gameId)
      return change(ctx, async (tx) => {
        const notice = await own(tx, gameId, id, 'notice.system_not_editable')
        const [before, after] = [{ content: notice.values[0] }, { content }]
        await tx.audit({ action: 'notice_rewritten', target: `notice:${id}`, before, after })
        tx.invalidate(`notices:${gameId}`)
        const written = { values: [content], publishedAt: ctx.now, change: null }
        return viewOf(await notice.update(written, { transaction: tx.transaction }))
      })
    },

    async withdraw(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'notices')
      await games.info(gameId)
      await change(ctx, async (tx) => {
        const notice = await own(tx, gameId, id, 'notice.system_not_deletable')
        await notice.destroy({ transaction: tx.transaction })
        const before = { content: notice.values[0] }
        await tx.audit({ action: 'notice_withdrawn', target: `notice:${id}`, before })
        tx.invalidate(`notices:${gameId}`)
      })
    }
  }
}
