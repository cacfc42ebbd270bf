import { z } from 'zod'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import type { SecretBox } from '~/server/platform/secret-box'
import { MINUTE_MS } from '~/server/platform/time'
import { STEP_MINUTES } from './constants'

const COOKIE = 'halyard_setup'
const PURPOSE = 'second-factor-setup'

const setup = z.object({ user: z.uuid(), secret: z.string(), at: z.number() })

/** An untried secret of an app, sealed in a cookie for one account and ten minutes. */
export function createSetups(secretBox: SecretBox, { secureCookies }: { secureCookies: boolean }) {
  return {
    cookie(user: string, secret: string): string {
      const content = JSON.stringify({ user, secret, at: Date.now() })
      return setCookie(COOKIE, secretBox.seal(Buffer.from(content), PURPOSE), {
        maxAge: STEP_MINUTES * 60,
        secure: secureCookies
      })
    },
    /** Null when missing, changed, expired or another account's. */
    read(cookies: string | null, user: string): string | null {
      const sealed = readCookie(cookies, COOKIE)
      if (!sealed) return null
      try {
        const found = setup.parse(JSON.parse(secretBox.open(sealed, PURPOSE).toString()))
        return found.user === user && Date.now() - found.at < STEP_MINUTES * MINUTE_MS ? found.secret : null
      } catch {
        return null
      }
    },
    cleared: () => setCookie(COOKIE, '', { maxAge: 0, secure: secureCookies })
  }
}
