import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** AES-256-GCM for small secrets at rest (docs/rules/security.md#secrets-at-rest). */
export interface SecretBox {
  /** `v1:<nonce>:<tag>:<ciphertext>`, base64 parts. */
  seal(plain: Buffer, purpose: string): string
  /** @throws Error for a changed text, another purpose or another key */
  open(sealed: string, purpose: string): Buffer
}

export function createSecretBox(secret: string): SecretBox {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.alloc(0), `halyard:${purpose}`, 32))
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return ['v1', ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64'))].join(':')
    },
    open(sealed, purpose) {
      const [version, ...parts] = sealed.split(':')
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64'))
      if (version !== 'v1' || !nonce || !tag || !text) throw new Error('Not a sealed secret of version 1')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce)
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()])
    }
  }
}
