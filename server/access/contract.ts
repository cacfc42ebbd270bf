import type { Locale } from '~/server/platform/locales'
import type { Scope } from '~/server/tokens/constants'

/** Lowest first; a guard passes when the role is at least the required one (docs/rules/accounts.md#roles). */
export const ROLES = ['Banned', 'User', 'Monitor', 'Admin'] as const
export type Role = (typeof ROLES)[number]

/** True when `role` reaches `least`. */
export function reaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

/** Who calls. The role is read from the database, through a cache that every change empties. */
export interface Actor {
  id: string
  userName: string
  role: Role
  /** Hash of the session, never the cookie's value; `token:` and the id when a token calls. */
  sessionId: string
  avatar: string | null
  /** The API token that calls in the account's name; absent when the account itself has logged in. */
  token?: ActingToken
}

/** What is known of the token behind a call (docs/rules/accounts.md#api-tokens). */
export interface ActingToken {
  id: string
  name: string
  scopes: readonly Scope[]
  /** The one game it is for; null for all. */
  gameId: number | null
}

/** The request context: what every service function is told about the request it serves. */
export interface Ctx {
  now: Date
  /** null for a visitor. */
  actor: Actor | null
  ip: string
  userAgent: string | null
  requestId: string
  locale: Locale
}

/** Who called and from where, for a line of the log (server/logs/entry.ts). */
export const callerOf = ({ actor, ip, requestId }: Ctx) => ({ user: actor?.id ?? null, ip, requestId })
