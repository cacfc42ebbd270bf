import { UserError } from '~/scripts/shared/output'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'

/** The first administrator, whom the audit log names as the actor. @throws UserError without one */
export async function adminOf(db: Database): Promise<NonNullable<Ctx['actor']>> {
  const { rows } = await db.pool.query<{ id: string; userName: string }>(
    `SELECT id, user_name AS "userName" FROM users WHERE role = 'Admin' ORDER BY registered_at, id LIMIT 1`
  )
  if (!rows[0]) throw new UserError('There is no administrator yet; start the platform once.')
  return { ...rows[0], role: 'Admin', sessionId: '', avatar: null }
}
