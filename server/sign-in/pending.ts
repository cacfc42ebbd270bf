import { z } from 'zod'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import type { SecretBox } from '~/server/platform/secret-box'
import { MINUTE_MS } from '~/server/platform/time'

const COOKIE = 'halyard_link'
const PURPOSE = 'sign-in-link'
const MINUTES = 10

const pending = z.object({
  provider: z.uuid(),
  user: z.uuid(),
  subject: z.string(),
  email: z.string(),
  names: z.array(z.string()),
  from: z.string(),
  idToken: z.string().nullable(),
  sidHash: z.string().nullable(),
  at: z.number()
})
export type Pending = z.infer<typeof pending>

/** Keeps a proven identity sealed in the browser until the account's password is proven too. */
export function createPending(secretBox: SecretBox, { secureCookies }: { secureCookies: boolean }) {
  return {
    cookie(found: Omit<Pending, 'at'>): string {
      // A cookie holds 4 KB: the ID token is kept only if it fits.
      const idToken = found.idToken && found.idToken.length < 1500 ? found.idToken : null
      const content = JSON.stringify({ ...found, idToken, at: Date.now() })
      return setCookie(COOKIE, secretBox.seal(Buffer.from(content), PURPOSE), {
        maxAge: MINUTES * 60,
        secure: secureCookies
      })
    },
    read(cookies: string | null): Pending | null {
      const sealed = readCookie(cookies, COOKIE)
      if (!sealed) return null
      try {
        const found = pending.parse(JSON.parse(secretBox.open(sealed, PURPOSE).toString()))
        return Date.now() - found.at < MINUTES * MINUTE_MS ? found : null
      } catch {
        return null
      }
    },
    cleared: () => setCookie(COOKIE, '', { maxAge: 0, secure: secureCookies })
  }
}
