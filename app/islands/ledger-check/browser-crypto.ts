import type { Crypto } from '~/scoring/rules/ledger-file'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** WebCrypto; null outside a secure context. Browsers without Ed25519 cannot check signatures. */
export function browserCrypto(): Crypto | null {
  const { subtle } = globalThis.crypto
  if (!subtle) return null
  return {
    async sha256(bytes) {
      const digest = new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource))
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    async signed(publicKey, text, signature) {
      const key = await subtle
        .importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
        .catch(() => null)
      return key && subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    }
  }
}
