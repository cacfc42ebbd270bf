import { createPublicKey, verify } from 'node:crypto'
import { sha256Hex } from '~/server/platform/sha256'

/** The first 32 hexadecimal digits of the SHA-256 of a public key (base64), in groups of four. */
export const fingerprintOf = (publicKey: string): string =>
  sha256Hex(Buffer.from(publicKey, 'base64')).slice(0, 32).match(/.{4}/g)!.join(' ')

/** The fingerprint as ledgers name it: without blanks. */
export const keyName = (publicKey: string): string => fingerprintOf(publicKey).replaceAll(' ', '')

/** True if the Ed25519 signature (base64) is by the key (base64) over the text; false if malformed. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
