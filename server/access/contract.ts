import type { Locale } from '~/server/platform/locales'
import type { Scope } from '~/server/tokens/constants'
import { ACTIONS, GAME_ACTIONS, type GameAction, type GameRole, roleMay, scopesFor } from './constants'

/** Lowest first (docs/rules/accounts.md#roles). */
export const ROLES = ['Banned', 'User', 'Monitor', 'Admin'] as const
export type Role = (typeof ROLES)[number]

export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

/** The role is cached until it changes. */
export interface Actor {
  id: string
  userName: string
  role: Role
  /** Hash of the session, never the cookie; `token:` and the id for a token. */
  sessionId: string
  avatar: string | null
  /** Roles in single games, by the game's id; absent without any (docs/rules/game-staff.md). */
  games?: Readonly<Record<number, GameRole>>
  /** Unread news about the user's teams; absent: none (docs/rules/teams.md#requests). */
  news?: number
  /** The rehearsal whose team the account plays for; absent for people (docs/rules/rehearsals.md). */
  rehearsal?: string
  /** Absent for a session. */
  token?: ActingToken
}

type WithRoles = Pick<Actor, 'role' | 'games' | 'token'>

/** Null without one, and for a banned account. */
export const gameRoleOf = (actor: WithRoles, gameId: number): GameRole | null =>
  hasRole(actor.role, 'User') ? (actor.games?.[gameId] ?? null) : null

const tokenMay = ({ token }: WithRoles, action: GameAction): boolean =>
  !token || scopesFor(action).some((scope) => token.scopes.includes(scope))

/**
 * True if the role on the platform or in that game allows the action (docs/rules/game-staff.md#actions). A token without a scope
 * for it sees what everybody sees, whatever its owner's role.
 */
export function mayIn(actor: WithRoles | null, gameId: number, action: GameAction): boolean {
  if (!actor || !tokenMay(actor, action)) return false
  if (hasRole(actor.role, GAME_ACTIONS[action].least)) return true
  const role = gameRoleOf(actor, gameId)
  return role !== null && roleMay(role, action)
}

/** True if the actor may do it in at least one game. For calls and pages that belong to no single game. */
export const mayInSome = (actor: WithRoles | null, action: GameAction): boolean =>
  actor !== null &&
  tokenMay(actor, action) &&
  (hasRole(actor.role, GAME_ACTIONS[action].least) ||
    Object.keys(actor.games ?? {}).some((gameId) => mayIn(actor, Number(gameId), action)))

/** True if the actor may do anything as staff of the game; a token also needs a scope for staff. */
export const isStaffIn = (actor: WithRoles | null, gameId: number): boolean =>
  ACTIONS.some((action) => mayIn(actor, gameId, action))

/** An administrator; a token of one needs a scope of administrators (docs/rules/accounts.md#scopes). */
export const isAdministrator = (actor: WithRoles | null): boolean =>
  actor !== null &&
  hasRole(actor.role, 'Admin') &&
  (!actor.token || actor.token.scopes.some((scope) => scope === 'edit' || scope === 'admin'))

/** Staff of the platform, or of any game. */
export const isStaff = (actor: WithRoles | null): boolean =>
  actor !== null &&
  (hasRole(actor.role, 'Monitor') || (hasRole(actor.role, 'User') && actor.games !== undefined))

/** See docs/rules/accounts.md#api-tokens. */
interface ActingToken {
  id: string
  name: string
  scopes: readonly Scope[]
  /** Null: all games. */
  gameId: number | null
  /** Belongs to no person: the actor's id is its own, and of no account. */
  service: boolean
}

export interface Ctx {
  now: Date
  actor: Actor | null
  ip: string
  userAgent: string | null
  requestId: string
  locale: Locale
}

/** The account behind a call; null for a visitor, the clock and a service token. What refers to accounts stores it. */
export const callerUserId = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  actor === null || actor.token?.service ? null : actor.id

/** The id of the service token that calls; null for anybody else. */
export const callerServiceTokenId = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  actor?.token?.service ? actor.token.id : null

/** `program`: the id of a service token. It is not called `token` because logs remove members of that name. */
export const callerLogFields = (ctx: Ctx) => ({
  user: callerUserId(ctx),
  ...(ctx.actor?.token?.service && { program: ctx.actor.token.id }),
  ip: ctx.ip,
  requestId: ctx.requestId
})
