import * as jose from 'jose'
import { z } from 'zod'
import { createOutgoing } from '~/server/platform/network/outgoing'
import { sha256Hex } from '~/server/platform/sha256'
import type { EnabledProvider } from './enabled-provider'

/** The logout that a provider reports. At least one member is set. */
export interface LoggedOut {
  subject: string | null
  /** SHA-256 of the session at the provider; null for all sessions of the subject. */
  sidHash: string | null
  /** SHA-256 of the token's id, hexadecimal. */
  jtiHash: string
}

/** Seconds that a token is good for after it was made, and that clocks may differ. */
export const LOGOUT_TOKEN_SECONDS = 300
export const CLOCK_SECONDS = 60

/** Under which a session at a provider is found here. */
export const hashOfSid = sha256Hex

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures that the holder of a shared or public value cannot make. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519'
]
const TYPES = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']
const KEYS_TIMEOUT_MS = 8000
const KEYS_BYTES = 512 * 1024

const word = z.string().min(1).max(255)
const claims = z
  .looseObject({
    jti: word,
    iat: z.number(),
    sub: word.optional(),
    sid: word.optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) })
  })
  .refine((all) => !('nonce' in all), 'A logout token has no nonce')
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, 'It names neither person nor session')

/**
 * Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6) but for their being used once, which the database
 * decides. Keys are cached by their address; unknown ones are fetched at most every 30 s.
 */
export function createLogoutTokens(inside: boolean) {
  const outgoing = createOutgoing({ inside, timeoutMs: KEYS_TIMEOUT_MS, mostBytes: KEYS_BYTES })
  const known = new Map<string, ReturnType<typeof jose.createRemoteJWKSet>>()
  const keysAt = (address: string) => {
    const kept = known.get(address)
    if (kept) return kept
    const options = { [jose.customFetch]: (url: string, init: object) => outgoing(url, init) }
    const keys = jose.createRemoteJWKSet(new URL(address), options as jose.RemoteJWKSetOptions)
    known.set(address, keys)
    return keys
  }

  /** @throws Error for a token that is not this provider's, not for us, or no logout token */
  return async function read(
    token: string,
    { issuer, clientId }: EnabledProvider,
    keys: string
  ): Promise<LoggedOut> {
    const { payload, protectedHeader } = await jose.jwtVerify(token, keysAt(keys), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      clockTolerance: CLOCK_SECONDS
    })
    if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw new Error('It is a token of another type')
    const { jti, sub = null, sid } = claims.parse(payload)
    return { subject: sub, sidHash: sid === undefined ? null : hashOfSid(sid), jtiHash: sha256Hex(jti) }
  }
}
