import { SESSION_COOKIE } from '~/server/accounts/contract'

/** Makes of a `Set-Cookie` value all those to send in its place. */
export type SessionNames = (setCookie: string) => string[]

/**
 * Sends the session's cookie by further names too (docs/rules/accounts.md#sessions): whatever sets, extends or clears it does
 * the same by each name, and all attributes are the same.
 */
export const createSessionNames =
  (aliases: readonly string[]): SessionNames =>
  (setCookie) =>
    setCookie.startsWith(`${SESSION_COOKIE}=`)
      ? [setCookie, ...aliases.map((name) => name + setCookie.slice(SESSION_COOKIE.length))]
      : [setCookie]
