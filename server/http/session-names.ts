import { SESSION_COOKIE } from '~/server/accounts/contract'

export type SessionNames = (setCookie: string) => string[]

/** Repeats the session's cookie and its removal under every name (docs/rules/accounts.md#sessions). */
export const createSessionNames =
  (aliases: readonly string[]): SessionNames =>
  (setCookie) =>
    setCookie.startsWith(`${SESSION_COOKIE}=`)
      ? [setCookie, ...aliases.map((name) => name + setCookie.slice(SESSION_COOKIE.length))]
      : [setCookie]
