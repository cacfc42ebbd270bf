import { type Actor, type Ctx, type Role, reaches } from '~/server/access/contract'
import { row, type Sql } from '~/server/db'
import { AppError, forbidden, loginRequired } from '~/server/platform/errors'

/** @throws AppError 401 for a visitor, 403 below `least` */
export function requireActor(ctx: Ctx, least: Role = 'User'): Actor {
  if (!ctx.actor) throw loginRequired()
  if (!reaches(ctx.actor.role, least)) throw forbidden()
  return ctx.actor
}

/** For what a person must answer for. @throws AppError 401, 403 as requireActor, `token.person_needed` 403 */
export function requirePerson(ctx: Ctx, least: Role = 'User'): Actor {
  const actor = requireActor(ctx, least)
  if (actor.token?.service)
    throw new AppError('token.person_needed', 403, { extra: { code: 'token.person_needed' } })
  return actor
}

/** Minutes (docs/rules/accounts.md#confirmation). */
const CONFIRMED_MINUTES = 10

/** Against others at the owner's open browser; tokens pass by scope. @throws AppError `account.confirm_needed` 403 */
export async function requireConfirmed(sql: Sql, ctx: Ctx): Promise<void> {
  const { id, sessionId, token } = requireActor(ctx)
  if (token) return
  const fresh = await row(
    sql,
    {},
    `SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND confirmed_at > now() - make_interval(mins => $3)`,
    [sessionId, id, CONFIRMED_MINUTES]
  )
  if (!fresh) throw new AppError('account.confirm_needed', 403, { extra: { code: 'account.confirm_needed' } })
}
