import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { readCookie, setCookie } from '~/server/platform/network/cookies'

/** Letters of a name that a message repeats; a cookie holds no long ones. */
const LONGEST = 200

/** One message for the next page: a key of locales/ with its values, never text, so nobody can plant words in it. */
const flash = z.object({
  tone: z.enum(['ok', 'info', 'warn', 'bad']),
  key: z.string().regex(/^\w+:[\w.]+$/),
  // Named, because a translation takes options by the same way.
  params: z
    .object({ name: z.string().max(LONGEST), title: z.string().max(LONGEST), count: z.number() })
    .partial()
    .optional()
})
export type Flash = z.infer<typeof flash>

const NAME = 'flash'

/** The message the last answer left; null when there is none. */
export function flashOf(cookies: string | null): Flash | null {
  const stored = readCookie(cookies, NAME)
  if (!stored) return null
  try {
    return flash.nullable().catch(null).parse(JSON.parse(stored))
  } catch {
    return null
  }
}

function flashCookie(message: Flash): string {
  const short = (_: string, value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : value)
  return setCookie(NAME, JSON.stringify(message, short), { maxAge: 60 })
}
export const clearedFlash = () => setCookie(NAME, '', { maxAge: 0 })

/** Post, redirect, get: sends the browser to `to`, whose page shows the message once. */
export function redirectWith(to: string, message: Flash, cookies: string[] = []): Response {
  const headers = new Headers()
  for (const value of [flashCookie(message), ...cookies]) headers.append('Set-Cookie', value)
  return redirect(to, { status: 303, headers })
}
