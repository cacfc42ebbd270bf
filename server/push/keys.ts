import { createECDH, hkdfSync } from 'node:crypto'

/** Base64url; the private key stays with the servers. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * The key by which push services know this platform (RFC 8292). It is derived from the secret, so that all processes have the
 * same one, and a restored platform still reaches its devices.
 */
export function pushKeysOf(secret: string): PushKeys {
  const curve = createECDH('prime256v1')
  const bytes = hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.alloc(0), 'halyard:push', 32)
  curve.setPrivateKey(Buffer.from(bytes))
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey('base64url') }
}
