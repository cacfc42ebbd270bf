import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps by RFC 6238, as every app knows them: SHA-1, 6 digits, 30 s (docs/rules/accounts.md#codes-of-an-app). */
const PERIOD = 30
/** Steps by which a clock may be wrong, both ways. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** A new secret in Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    ...{ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD },
    secret: Secret.fromBase32(secret)
  })

/** The address that an app reads from the QR code. A colon would end the issuer or the label. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString()

/**
 * The step of time that a code belongs to; null for a wrong one. Which steps were used already is the caller's to check.
 * @param at milliseconds
 */
export function totpStep(secret: string, code: string, at: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW })
  return delta === null ? null : Math.floor(at / 1000 / PERIOD) + delta
}
