import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Change } from '~/server/change'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'
import { MINUTE_MS } from '~/server/platform/time'
import { PASSKEY_PURPOSES, type PasskeyPurpose } from './contract'

const COOKIE = 'halyard_passkey'
const PURPOSE = 'passkey-challenge'
const MINUTES = 5

const stored = z.object({
  challenge: z.string(),
  purpose: z.enum(PASSKEY_PURPOSES),
  subject: z.string(),
  at: z.number()
})

export interface Challenge {
  challenge: string
  purpose: PasskeyPurpose
  /** The account that must answer; '' for any. */
  subject: string
}

/** Sealed in the browser's cookie. Only answered ones are stored, so that no answer works twice. */
export function createPasskeyChallenges(secretBox: SecretBox, { secureCookies }: { secureCookies: boolean }) {
  return {
    create(purpose: PasskeyPurpose, subject: string): { challenge: string; cookie: string } {
      const challenge = randomBytes(32).toString('base64url')
      const content = JSON.stringify({ challenge, purpose, subject, at: Date.now() })
      const sealed = secretBox.seal(Buffer.from(content), PURPOSE)
      return { challenge, cookie: setCookie(COOKIE, sealed, { maxAge: MINUTES * 60, secure: secureCookies }) }
    },
    /** Null when missing, changed or expired. */
    read(cookies: string | null): Challenge | null {
      const sealed = readCookie(cookies, COOKIE)
      if (!sealed) return null
      try {
        const found = stored.parse(JSON.parse(secretBox.open(sealed, PURPOSE).toString()))
        return Date.now() - found.at < MINUTES * MINUTE_MS ? found : null
      } catch {
        return null
      }
    },
    /** Consumes it; only one of several concurrent answers gets true. */
    async take(tx: Change, { challenge }: Challenge): Promise<boolean> {
      const { rowCount } = await tx.query(
        `INSERT INTO used_challenges (challenge_hash, expires_at) VALUES ($1, now() + make_interval(mins => $2))
         ON CONFLICT DO NOTHING`,
        [sha256Hex(challenge), MINUTES * 2]
      )
      return rowCount === 1
    },
    cleared: () => setCookie(COOKIE, '', { maxAge: 0, secure: secureCookies })
  }
}
