import { parseCookie, stringifySetCookie } from 'cookie'
import type { Locale } from '../locales'

/** Cookies by name; the first of duplicates. Keeps an invalid percent encoding as it is. */
export const cookiesOf = (header: string | null | undefined): Readonly<Record<string, string | undefined>> =>
  parseCookie(header ?? '')

/** From a Cookie header; null when it is not there. */
export const readCookie = (header: string | null | undefined, name: string): string | null =>
  cookiesOf(header)[name] ?? null

interface CookieOptions {
  /** Seconds; 0 deletes. */
  maxAge: number
  /** False: the shell script copies it into local storage. Default true. */
  httpOnly?: boolean
  /** True: https only. Default false. */
  secure?: boolean
}

/** A Set-Cookie header. `maxAge` in seconds, 0 deletes, absent ends with the browser. */
export const setCookie = (
  name: string,
  value: string,
  { maxAge, httpOnly = true, secure = false }: CookieOptions
): string => stringifySetCookie({ name, value, path: '/', maxAge, sameSite: 'lax', httpOnly, secure })

export const YEAR = 365 * 24 * 60 * 60

/** The shell script copies it into local storage. */
export const languageCookie = (locale: Locale) =>
  setCookie('language', locale, { maxAge: YEAR, httpOnly: false })
