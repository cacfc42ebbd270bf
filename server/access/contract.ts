import type { Locale } from '~/server/platform/locales'
import type { Scope } from '~/server/tokens/constants'
import { ACTIONS, GAME_ACTIONS, type GameAction, type GameRole, roleMay, scopesFor } from './constants'

/** Lowest first (docs/rules/accounts.md#roles). */
export const ROLES = ['Banned', 'User', 'Monitor', 'Admin'] as const
export type Role = (typeof ROLES)[number]

export function reaches(role: Role, least: Role): boolean {
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
  /** What waits to be read about teams; absent for nothing (docs/rules/teams.md#requests). */
  news?: number
  /** The rehearsal whose team the account plays for; absent for people (docs/rules/rehearsals.md). */
  rehearsal?: string
  /** Absent for a session. */
  token?: ActingToken
}

type WithRoles = Pick<Actor, 'role' | 'games' | 'token'>

/** Null without one, and for a banned account. */
export const gameRoleOf = (actor: WithRoles, gameId: number): GameRole | null =>
  reaches(actor.role, 'User') ? (actor.games?.[gameId] ?? null) : null

const tokenMay = ({ token }: WithRoles, action: GameAction): boolean =>
  !token || scopesFor(action).some((scope) => token.scopes.includes(scope))

/**
 * By the platform's role, or by the role in that game (docs/rules/game-staff.md#actions). A token without a scope for it sees
 * what everybody sees, whoever has it.
 */
export function mayIn(actor: WithRoles | null, gameId: number, action: GameAction): boolean {
  if (!actor || !tokenMay(actor, action)) return false
  if (reaches(actor.role, GAME_ACTIONS[action].least)) return true
  const role = gameRoleOf(actor, gameId)
  return role !== null && roleMay(role, action)
}

/** In any game at all: for calls and pages that belong to no single game. */
export const mayInSome = (actor: WithRoles | null, action: GameAction): boolean =>
  actor !== null &&
  tokenMay(actor, action) &&
  (reaches(actor.role, GAME_ACTIONS[action].least) ||
    Object.keys(actor.games ?? {}).some((gameId) => mayIn(actor, Number(gameId), action)))

/** Whether anything of a game is open to the actor as its staff; a token needs a scope of staff for that. */
export const isStaffIn = (actor: WithRoles | null, gameId: number): boolean =>
  ACTIONS.some((action) => mayIn(actor, gameId, action))

/** An administrator; a token of one needs a scope of administrators (docs/rules/accounts.md#scopes). */
export const isAdministrator = (actor: WithRoles | null): boolean =>
  actor !== null &&
  reaches(actor.role, 'Admin') &&
  (!actor.token || actor.token.scopes.some((scope) => scope === 'edit' || scope === 'admin'))

/** Staff of the platform, or of any game. */
export const isStaff = (actor: WithRoles | null): boolean =>
  actor !== null &&
  (reaches(actor.role, 'Monitor') || (reaches(actor.role, 'User') && actor.games !== undefined))

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
export const personOf = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  actor === null || actor.token?.service ? null : actor.id

/** `program`: the id of a service token; a log cuts out what is called a token. */
export const callerOf = (ctx: Ctx) => ({
  user: personOf(ctx),
  ...(ctx.actor?.token?.service && { program: ctx.actor.token.id }),
  ip: ctx.ip,
  requestId: ctx.requestId
})
