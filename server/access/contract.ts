import type { Locale } from '~/server/platform/locales'
import type { Scope } from '~/server/tokens/constants'

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
  /** The rehearsal whose team the account plays for; absent for people (docs/rules/rehearsals.md). */
  rehearsal?: string
  /** Absent for a session. */
  token?: ActingToken
}

/** See docs/rules/accounts.md#api-tokens. */
export interface ActingToken {
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

export const callerOf = (ctx: Ctx) => ({
  user: personOf(ctx),
  ...(ctx.actor?.token?.service && { token: ctx.actor.token.id }),
  ip: ctx.ip,
  requestId: ctx.requestId
})
