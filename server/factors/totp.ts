import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with SHA-1, 6 digits, 30 s, as every app supports (docs/rules/accounts.md#codes-of-an-app). */
const PERIOD = 30
/** Steps that a clock may be off, both ways. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** Creates a secret in Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    ...{ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD },
    secret: Secret.fromBase32(secret)
  })

/** The QR code's address. A colon would end the issuer or label. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString()

/** Null for a wrong code. The caller checks reuse. `at`: milliseconds. */
export function totpStep(secret: string, code: string, at: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW })
  return delta === null ? null : Math.floor(at / 1000 / PERIOD) + delta
}
