import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Vault } from '~/server/platform/vault'

const PURPOSE = 'game-key'

/** What a game stores of its Ed25519 key pair (behaviour.md 3.9, decisions.md W36). */
export interface GameKeys {
  /** Base64, 32 bytes. */
  publicKey: string
  /** The 32-byte seed, sealed by the vault. */
  privateSeed: string
}

export function newKeys(vault: Vault): GameKeys {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url').toString('base64'),
    privateSeed: vault.seal(Buffer.from(d!, 'base64url'), PURPOSE)
  }
}

/** `{teamId}:{base64 signature over HALYARD_TEAM_{teamId}}`; always the same for the same key and team. */
export function teamToken(vault: Vault, { publicKey, privateSeed }: GameKeys, teamId: number): string {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: vault.open(privateSeed, PURPOSE).toString('base64url'),
    x: Buffer.from(publicKey, 'base64').toString('base64url')
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return `${teamId}:${sign(null, Buffer.from(`HALYARD_TEAM_${teamId}`), key).toString('base64')}`
}
