import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Games } from '~/server/games'
import { lock } from '~/server/ledger'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { NoticeInput, NoticeView } from './contract'
import { holdNotice, insertNotices, rewriteNotice, writtenNotices } from './queries'

/** What administrators do to notices; only their own may be changed, not those the platform writes. */
export interface Editing {
  /** Newest first, at most 1000. @throws AppError `game.not_found` 404 */
  written(ctx: Ctx, gameId: number): Promise<NoticeView[]>
  /** Publishes a notice and tells everybody who watches the game. @throws AppError `game.not_found` 404 */
  publish(ctx: Ctx, gameId: number, input: NoticeInput): Promise<NoticeView>
  /**
   * Another text; the time becomes now, nobody is told.
   * @throws AppError `notice.not_found` 404, `notice.system_not_editable`
   */
  rewrite(ctx: Ctx, gameId: number, id: number, input: NoticeInput): Promise<NoticeView>
  /** @throws AppError `notice.not_found` 404, `notice.system_not_deletable` */
  withdraw(ctx: Ctx, gameId: number, id: number): Promise<void>
}

export interface EditingNeeds {
  db: Database
  caches: Caches
  games: Games
  /** Tells scoring, after the commit, that a game changed. */
  wake(gameId: number, reason: WakeReason): void
}

const MOST = 1000

export function createEditing({ db, caches, games, wake }: EditingNeeds): Editing {
  /** A notice that may be changed. */
  const own = async (sql: Sql, gameId: number, id: number, refusal: string): Promise<NoticeView> => {
    const notice = await holdNotice(sql, gameId, id)
    if (!notice) throw notFound('notice.not_found')
    if (notice.type !== 'Normal') throw new AppError(refusal)
    return notice
  }

  return {
    async written(ctx, gameId) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return writtenNotices(db.pool, gameId, MOST)
    },

    async publish(ctx, gameId, { content }) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const notice = await db.transaction(async (sql) => {
        await lock(sql, gameId)
        const [made] = await insertNotices(sql, gameId, ctx.now, [{ type: 'Normal', values: [content] }])
        await audit(sql, ctx, {
          action: 'notice_published',
          target: `notice:${made!.id}`,
          after: { content }
        })
        return made!
      })
      caches.forget(`notices:${gameId}`)
      wake(gameId, 'judge')
      return notice
    },

    async rewrite(ctx, gameId, id, { content }) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const notice = await db.transaction(async (sql) => {
        const { values } = await own(sql, gameId, id, 'notice.system_not_editable')
        const [before, after] = [{ content: values[0] }, { content }]
        await audit(sql, ctx, { action: 'notice_rewritten', target: `notice:${id}`, before, after })
        return rewriteNotice(sql, id, content, ctx.now)
      })
      caches.forget(`notices:${gameId}`)
      return notice
    },

    async withdraw(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      await db.transaction(async (sql) => {
        const { values } = await own(sql, gameId, id, 'notice.system_not_deletable')
        await sql.query('DELETE FROM notices WHERE id = $1', [id])
        const before = { content: values[0] }
        await audit(sql, ctx, { action: 'notice_withdrawn', target: `notice:${id}`, before })
      })
      caches.forget(`notices:${gameId}`)
    }
  }
}
