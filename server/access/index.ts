import { type Actor, type Ctx, type Role, reaches } from '~/server/access/contract'
import { forbidden, loginRequired } from '~/server/platform/errors'

/** The caller. @throws AppError 401 for a visitor, 403 below `least`. */
export function requireActor(ctx: Ctx, least: Role = 'User'): Actor {
  if (!ctx.actor) throw loginRequired()
  if (!reaches(ctx.actor.role, least)) throw forbidden()
  return ctx.actor
}
