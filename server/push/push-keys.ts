import { createECDH, ECDH, hkdfSync } from 'node:crypto'

/** Base64url; the private key stays with the servers. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * The key by which push services know this platform (RFC 8292). It is derived from the secret, so that all processes have the
 * same one, and a restored platform still reaches its devices.
 */
function pushKeysOf(secret: string): PushKeys {
  const curve = createECDH('prime256v1')
  const bytes = hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.alloc(0), 'halyard:push', 32)
  curve.setPrivateKey(Buffer.from(bytes))
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey('base64url') }
}

/** True if a browser's key is a point of P-256: messages can be sealed for no other. */
export function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

interface PushEnv {
  HALYARD_SECRET: string
  PUSH_PRIVATE_HOSTS?: string[]
  PUBLIC_URL?: string
  MAIL_FROM?: string
}

/** Push services want to know an https address or one for mail. */
export function pushSettingsOf({
  HALYARD_SECRET: secret,
  PUSH_PRIVATE_HOSTS: allowed = [],
  PUBLIC_URL: url,
  MAIL_FROM: from
}: PushEnv) {
  const mail = from ? (/<(.*)>/.exec(from)?.[1] ?? from) : 'nobody@halyard.invalid'
  return { keys: pushKeysOf(secret), allowed, subject: url?.startsWith('https:') ? url : `mailto:${mail}` }
}
