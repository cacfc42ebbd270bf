import type { Ctx } from '~/server/access/contract'
import { gamePhase } from '~/server/games/contract'
import { gameNotStarted } from '~/server/platform/errors'
import type { NoticeView } from './contract'
import { createNoticeEditing, type Editing, type EditingNeeds } from './notice-editing'
import { listNotices } from './queries'

export interface Notices extends Editing {
  /** Normal ones first, then newest first. @throws AppError `game.not_found` 404, `game.not_started` (10001) */
  list(ctx: Ctx, gameId: number, page: { count: number; skip: number }): Promise<NoticeView[]>
}

/** Milliseconds; covers a writer that dies before it invalidates. */
const LIST_TTL_MS = 1000

export function createNotices(needs: EditingNeeds): Notices {
  const { db, caches, games } = needs
  const lists = caches.create<NoticeView[]>({ ttl: LIST_TTL_MS, max: 500 })

  return {
    ...createNoticeEditing(needs),

    async list(ctx, gameId, { count, skip }) {
      const game = await games.see(ctx, gameId)
      if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
      return lists.through(`${gameId}:${skip}:${count}`, async () => ({
        value: await listNotices(db.pool, gameId, { count, skip }),
        tags: [`notices:${gameId}`]
      }))
    }
  }
}
