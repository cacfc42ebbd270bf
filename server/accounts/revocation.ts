import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import type { Ctx, SessionView } from './contract'
import { actorOf } from './policy'

/** The end of sessions before their time. */
export interface Revocation {
  /** The caller's sessions, last seen first. */
  list(ctx: Ctx): Promise<SessionView[]>
  /** Ends one of the caller's sessions; nothing when there is none with this id. */
  revoke(ctx: Ctx, id: string): Promise<void>
  /** Ends all sessions of the caller but this one; answers how many. */
  revokeOthers(ctx: Ctx): Promise<number>
  /** Ends every session of an account, here and on sockets. */
  revokeAll(userId: string): Promise<void>
  /** The same within a transaction, all but `keep`. Call `forget` after the commit. */
  drop(sql: Sql, userId: string, keep?: string): Promise<number>
  /** Has every process look at the account anew. */
  forget(userId: string): void
}

export function createRevocation(
  db: Database,
  caches: Caches
): Revocation & { remove(userId: string, id: string): Promise<void> } {
  const forget = (userId: string) => caches.forget(`user:${userId}`)
  const drop = async (sql: Sql, userId: string, keep: string | null = null) => {
    const { rowCount } = await sql.query(
      'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2',
      [userId, keep]
    )
    return rowCount ?? 0
  }
  const remove = async (userId: string, id: string) => {
    await db.pool.query('DELETE FROM sessions WHERE user_id = $1 AND id = $2', [userId, id])
    caches.forget(`session:${id}`)
  }

  return {
    async list(ctx) {
      const { id: userId, sessionId } = actorOf(ctx, 'Banned')
      const { rows } = await db.pool.query<Omit<SessionView, 'current'>>(
        `SELECT id, user_agent AS "userAgent", ip, created_at AS "createdAt", last_seen_at AS "lastSeenAt"
         FROM sessions WHERE user_id = $1 AND expires_at > now()
         ORDER BY last_seen_at DESC, created_at DESC LIMIT 100`,
        [userId]
      )
      return rows.map((row) => ({ ...row, current: row.id === sessionId }))
    },
    async revoke(ctx, id) {
      await remove(actorOf(ctx, 'Banned').id, id)
    },
    async revokeOthers(ctx) {
      const { id, sessionId } = actorOf(ctx, 'Banned')
      const ended = await drop(db.pool, id, sessionId)
      forget(id)
      return ended
    },
    async revokeAll(userId) {
      await drop(db.pool, userId)
      forget(userId)
    },
    drop,
    forget,
    remove
  }
}
