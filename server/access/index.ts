import type { GameAction } from '~/server/access/constants'
import { type Actor, type Ctx, hasRole, mayIn, mayInSome, type Role } from '~/server/access/contract'
import { row, type Sql } from '~/server/db'
import { AppError, forbidden, loginRequired } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Locale } from '~/server/platform/locales'

export { GAMES_OF, type GamesOf, staffGamesSql } from './actor-games'
export { teamNewsCountSql } from './actor-news'
export { listBarred, listUnreviewable, playsInGameSql, refuseOwn, refuseStaff, wasStaffSql } from './playing'

/** @throws AppError 401 for a visitor, 403 below `least` */
export function requireActor(ctx: Ctx, least: Role = 'User'): Actor {
  if (!ctx.actor) throw loginRequired()
  if (!hasRole(ctx.actor.role, least)) throw forbidden()
  return ctx.actor
}

/**
 * Requires a role on the platform or in the game that allows the action (docs/rules/game-staff.md#actions).
 * @throws AppError 401 for a visitor, 403 without such a role
 */
export function requireInGame(ctx: Ctx, gameId: number, action: GameAction): Actor {
  if (!ctx.actor) throw loginRequired()
  if (!mayIn(ctx.actor, gameId, action)) throw forbidden()
  return ctx.actor
}

/** Requires that the caller may do it in at least one game. @throws AppError 401 for a visitor, 403 otherwise */
export function requireInSome(ctx: Ctx, action: GameAction): Actor {
  if (!ctx.actor) throw loginRequired()
  if (!mayInSome(ctx.actor, action)) throw forbidden()
  return ctx.actor
}

/**
 * Like requireInGame, but refuses service tokens: a person must answer for it.
 * @throws AppError also `token.person_needed` 403
 */
export function requirePersonInGame(ctx: Ctx, gameId: number, action: GameAction): Actor {
  const actor = requireInGame(ctx, gameId, action)
  if (actor.token?.service) throw new AppError('token.person_needed', 403)
  return actor
}

/** Minutes for which a login or a confirmation is a proof (docs/rules/accounts.md#confirmation). */
export const CONFIRMED_MINUTES = 10

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
  if (!fresh) throw new AppError('account.confirm_needed', 403)
}

/** The context of work that the platform does by itself. */
export function systemCtx(locale: Locale = 'en-US'): Ctx {
  const now = new Date()
  return { now, actor: null, ip: '', userAgent: null, requestId: uuid7(now), locale }
}
