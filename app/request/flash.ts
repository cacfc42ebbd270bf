import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { readCookie, setCookie } from '~/server/platform/network/cookies'

/** Characters of a value, because cookies are small. */
const MAX_VALUE_LENGTH = 200

const key = z.string().regex(/^\w+:[\w.]+$/)

/** A message for the next page: a locale key with values, never text, so that nobody can forge one. */
const flash = z.object({
  tone: z.enum(['ok', 'info', 'warn', 'bad']),
  key,
  params: z
    .object({
      name: z.string().max(MAX_VALUE_LENGTH),
      title: z.string().max(MAX_VALUE_LENGTH),
      count: z.number()
    })
    .partial()
    .optional(),
  /** Where to go next, a page of this site, and the key of its link. */
  next: z.object({ to: z.string().regex(/^\/\w[\w/#-]*$/), key }).optional()
})
export type Flash = z.infer<typeof flash>

const NAME = 'flash'

/** Message of the last response, or null. */
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
  const short = (_: string, value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value
  return setCookie(NAME, JSON.stringify(message, short), { maxAge: 60 })
}

/** The Set-Cookie that ends a flash message once it is shown. */
export const clearedFlash = () => setCookie(NAME, '', { maxAge: 0 })

/**
 * Redirects after a save, and says so if nothing changed: `edited` and the stored version are equal. `edited`: absent when a
 * conflict was overwritten.
 */
export const redirectSaved = (
  to: string,
  edited: string | number | null | undefined,
  stored: string | number
) =>
  edited === stored
    ? redirectWith(to, { tone: 'info', key: 'common:form.unchanged' })
    : redirectWith(to, { tone: 'ok', key: 'admin:saved' })

/** Redirects to `to`, whose page shows the message once. */
export function redirectWith(to: string, message: Flash, cookies: string[] = []): Response {
  const headers = new Headers()
  for (const value of [flashCookie(message), ...cookies]) headers.append('Set-Cookie', value)
  return redirect(to, { status: 303, headers })
}
