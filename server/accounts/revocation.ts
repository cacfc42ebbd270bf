import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, nullable, rows, type Sql, text, time } from '~/server/db'
import { MAX_SESSIONS } from './constants'
import type { SessionView } from './contract'

export interface Revocation {
  list(ctx: Ctx): Promise<SessionView[]>
  /** A session of the caller's own; the id of none is no error. */
  revoke(ctx: Ctx, id: string): Promise<void>
  /** @returns how many ended */
  revokeOthers(ctx: Ctx): Promise<number>
  /** Ends all sessions but `keep`, and all tokens, as part of a password change. */
  drop(tx: Change, userId: string, keep?: string): Promise<void>
}

/** The order of the list, so that the sessions beyond the limit are those unused for longest. */
const NEWEST_FIRST = 'ORDER BY last_seen_at DESC, created_at DESC'

/** Ends what an account has beyond the limit (docs/rules/accounts.md#sessions). @returns the ids */
export async function endOldestSessions(sql: Sql, userId: string): Promise<string[]> {
  const ended = await rows(
    sql,
    { id: text },
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE user_id = $1 ${NEWEST_FIRST} OFFSET ${MAX_SESSIONS}) RETURNING id`,
    [userId]
  )
  return ended.map(({ id }) => id)
}

const SESSION = {
  id: text,
  userAgent: nullable(text),
  ip: nullable(text),
  createdAt: time,
  lastSeenAt: time
}

/** `forget` is told the ids of sessions that ended. */
export function createRevocation(db: Database, change: MakeChange, forget: (id: string) => void): Revocation {
  const remove = async (tx: Change, userId: string, keep: string | null = null) => {
    const ended = await rows(
      tx,
      { id: text },
      'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id',
      [userId, keep]
    )
    tx.after(() => {
      for (const { id } of ended) forget(id)
    })
    return ended.length
  }

  return {
    async list(ctx) {
      const { id: userId, sessionId } = requireActor(ctx, 'Banned')
      const found = await rows(
        db.pool,
        SESSION,
        `SELECT id, user_agent AS "userAgent", ip, created_at AS "createdAt", last_seen_at AS "lastSeenAt"
         FROM sessions WHERE user_id = $1 AND expires_at > now()
         ${NEWEST_FIRST} LIMIT ${MAX_SESSIONS}`,
        [userId]
      )
      return found.map((row) => ({ ...row, current: row.id === sessionId }))
    },
    async revoke(ctx, id) {
      const { id: userId } = requireActor(ctx, 'Banned')
      await change(ctx, async (tx) => {
        const { rowCount } = await tx.query('DELETE FROM sessions WHERE user_id = $1 AND id = $2', [
          userId,
          id
        ])
        tx.invalidate(`session:${id}`)
        if (!rowCount) return
        tx.after(() => forget(id))
        await tx.audit({ action: 'session_ended', target: `user:${userId}` })
      })
    },
    revokeOthers(ctx) {
      const { id, sessionId } = requireActor(ctx, 'Banned')
      return change(ctx, async (tx) => {
        const count = await remove(tx, id, sessionId)
        tx.invalidate(`user:${id}`)
        if (count > 0) await tx.audit({ action: 'sessions_ended', target: `user:${id}`, before: { count } })
        return count
      })
    },
    async drop(tx, userId, keep) {
      await remove(tx, userId, keep)
      await tx.query('DELETE FROM api_tokens WHERE user_id = $1', [userId])
      tx.invalidate(`user:${userId}`)
    }
  }
}
