import { GAME_ACTIONS, type GameAction } from '~/server/access/constants'
import { type Actor, hasRole, mayIn, mayInSome, type Role } from '~/server/access/contract'
import { decodeSafely } from '~/server/platform/text'
import { idParam } from '~/server/platform/wire'
import type { HalyardContext } from './context'

/** Paths whose `id` is a game, after decoding. */
const OF_GAME = /^\/(?:api\/(?:game|edit\/games|admin\/writeups)|(?:admin\/)?games)\//i

type Params = Readonly<Record<string, string | undefined>>

/** The game that a path is about; null for none. */
export function gameIdOfPath(path: string, params: Params): number | null {
  if (!OF_GAME.test(decodeSafely(path))) return null
  const id = idParam.safeParse(params.id)
  return id.success ? id.data : null
}

/** The required caller: a least role of the platform, or an action of staff in the path's game. */
export interface Guard {
  /** Least role; absent: anybody. */
  role?: Exclude<Role, 'Banned'>
  /** Instead of `role`; on a path without a game, whoever may do it in some game (docs/rules/game-staff.md#actions). */
  act?: GameAction
}

/** The least role of the platform that passes; undefined for everybody. */
export const leastOf = ({ role, act }: Guard): Guard['role'] => (act ? GAME_ACTIONS[act].least : role)

/**
 * Whether the actor has the role, or may do the act in the game of the address; where the address names no game, in any
 * of them.
 */
export function isAllowed(actor: Actor, guard: Guard, path: string, params: Params): boolean {
  const { role, act } = guard
  if (!act) return hasRole(actor.role, role ?? 'User')
  const game = gameIdOfPath(path, params)
  return game === null ? mayInSome(actor, act) : mayIn(actor, game, act)
}

/**
 * Closes every page, form and call of a game's path to those who do not play in it when the game is the copy of a rehearsal
 * (docs/rules/rehearsals.md#nobody-sees-it). Here rather than in each service, so that a new route is closed too.
 * @throws AppError `game.not_found` 404
 */
export async function requireGameRole(
  { services, ctx }: Pick<HalyardContext, 'services' | 'ctx'>,
  path: string,
  params: Params
): Promise<void> {
  const id = gameIdOfPath(path, params)
  if (id !== null) await services.games.refuseRehearsal(ctx, id)
}
