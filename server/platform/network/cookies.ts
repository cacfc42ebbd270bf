import { parseCookie, stringifySetCookie } from 'cookie'
import type { Locale } from '../locales'

/**
 * All cookies of a `Cookie` header by name; of several with one name the first. A value that is no percent encoding is
 * given as it was sent.
 */
export const cookiesOf = (header: string | null | undefined): Readonly<Record<string, string | undefined>> =>
  parseCookie(header ?? '')

/** The value of one cookie; null when it was not sent. */
export const readCookie = (header: string | null | undefined, name: string): string | null =>
  cookiesOf(header)[name] ?? null

interface CookieOptions {
  /** Seconds; 0 deletes. */
  maxAge: number
  /** False lets the shell script mirror the cookie into local storage. Default true. */
  httpOnly?: boolean
  /** True sends it by https alone. Default false. */
  secure?: boolean
}

/** A `Set-Cookie` value for this whole site. */
export const setCookie = (
  name: string,
  value: string,
  { maxAge, httpOnly = true, secure = false }: CookieOptions
): string => stringifySetCookie({ name, value, path: '/', maxAge, sameSite: 'lax', httpOnly, secure })

/** Seconds. */
export const YEAR = 365 * 24 * 60 * 60

/** Keeps a choice under the key `language`; the shell script mirrors it into local storage. */
export const languageCookie = (locale: Locale) =>
  setCookie('language', locale, { maxAge: YEAR, httpOnly: false })
