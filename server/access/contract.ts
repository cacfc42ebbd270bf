import type { Locale } from '~/server/platform/locales'

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
  /** Hash of the session; never the cookie's value. */
  sessionId: string
  avatar: string | null
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
