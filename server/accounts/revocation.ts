import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { type Database, nullable, rows, type Sql, text, time } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import type { SessionView } from './contract'

export interface Revocation {
  list(ctx: Ctx): Promise<SessionView[]>
  revoke(ctx: Ctx, id: string): Promise<void>
  revokeOthers(ctx: Ctx): Promise<number>
  /** Ends all sessions but `keep`, and all tokens, as part of a password change. */
  drop(tx: Change, userId: string, keep?: string): Promise<void>
}

const SESSION = {
  id: text,
  userAgent: nullable(text),
  ip: nullable(text),
  createdAt: time,
  lastSeenAt: time
}

export function createRevocation(
  db: Database,
  caches: Caches
): Revocation & { removeOne(userId: string, id: string): Promise<void> } {
  const remove = async (sql: Sql, userId: string, keep: string | null = null) => {
    const { rowCount } = await sql.query(
      'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2',
      [userId, keep]
    )
    return rowCount ?? 0
  }
  const removeOne = async (userId: string, id: string) => {
    await db.pool.query('DELETE FROM sessions WHERE user_id = $1 AND id = $2', [userId, id])
    caches.invalidate(`session:${id}`)
  }

  return {
    async list(ctx) {
      const { id: userId, sessionId } = requireActor(ctx, 'Banned')
      const found = await rows(
        db.pool,
        SESSION,
        `SELECT id, user_agent AS "userAgent", ip, created_at AS "createdAt", last_seen_at AS "lastSeenAt"
         FROM sessions WHERE user_id = $1 AND expires_at > now()
         ORDER BY last_seen_at DESC, created_at DESC LIMIT 100`,
        [userId]
      )
      return found.map((row) => ({ ...row, current: row.id === sessionId }))
    },
    async revoke(ctx, id) {
      await removeOne(requireActor(ctx, 'Banned').id, id)
    },
    async revokeOthers(ctx) {
      const { id, sessionId } = requireActor(ctx, 'Banned')
      const ended = await remove(db.pool, id, sessionId)
      caches.invalidate(`user:${id}`)
      return ended
    },
    async drop(tx, userId, keep) {
      await remove(tx, userId, keep)
      await tx.query('DELETE FROM api_tokens WHERE user_id = $1', [userId])
      tx.invalidate(`user:${userId}`)
    },
    removeOne
  }
}
