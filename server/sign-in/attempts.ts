import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Database, nullable, row, text } from '~/server/db'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'
import type { Checks } from './oidc-client'

const COOKIE = 'halyard_sign_in'
const PURPOSE = 'sign-in-attempt'
const MINUTES = 10

const sealedPart = z.object({ nonce: z.string(), verifier: z.string(), from: z.string() })

const secret = () => randomBytes(32).toString('base64url')

export interface Attempt extends Checks {
  from: string
  /** Session that links an identity; null for a sign-in. */
  sessionId: string | null
}

/** Rows for ten minutes, one browser, provider and use (docs/rules/accounts.md#sign-in-by-providers). */
export function createSignInAttempts(
  db: Database,
  secretBox: SecretBox,
  { secureCookies }: { secureCookies: boolean }
) {
  return {
    async begin(providerId: string, from: string, sessionId: string | null) {
      const checks: Checks = { state: secret(), nonce: secret(), verifier: secret() }
      const browser = secret()
      const { nonce, verifier } = checks
      const sealed = secretBox.seal(Buffer.from(JSON.stringify({ nonce, verifier, from })), PURPOSE)
      await db.pool.query(
        `INSERT INTO sign_in_attempts (state_hash, browser_hash, provider_id, sealed, session_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
        [sha256Hex(checks.state), sha256Hex(browser), providerId, sealed, sessionId, MINUTES]
      )
      return { checks, cookie: setCookie(COOKIE, browser, { maxAge: MINUTES * 60, secure: secureCookies }) }
    },

    /**
     * Uses up an attempt; only one of several concurrent calls gets it. Null when unknown, used, expired or another browser's.
     */
    async take(providerId: string, state: string | null, cookies: string | null): Promise<Attempt | null> {
      const browser = readCookie(cookies, COOKIE)
      if (!state || !browser) return null
      const found = await row(
        db.pool,
        { sealed: text, sessionId: nullable(text) },
        `DELETE FROM sign_in_attempts
         WHERE state_hash = $1 AND browser_hash = $2 AND provider_id = $3 AND expires_at > now()
         RETURNING sealed, session_id AS "sessionId"`,
        [sha256Hex(state), sha256Hex(browser), providerId]
      )
      if (!found) return null
      const opened = sealedPart.parse(JSON.parse(secretBox.open(found.sealed, PURPOSE).toString()))
      return { ...opened, state, sessionId: found.sessionId }
    },

    cleared: () => setCookie(COOKIE, '', { maxAge: 0, secure: secureCookies }),

    async purge(): Promise<void> {
      await db.pool.query('DELETE FROM sign_in_attempts WHERE expires_at <= now()')
    }
  }
}
