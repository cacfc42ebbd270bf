import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { AppError } from '~/server/platform/errors'
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

/** Whether a game's key was sealed under the vault's secret. */
export function isSealedBy(vault: Vault, privateSeed: GameKeys['privateSeed']): boolean {
  try {
    vault.open(privateSeed, PURPOSE)
    return true
  } catch {
    return false
  }
}

/** What a team's token signs. */
const messageOf = (teamId: string) => Buffer.from(`HALYARD_TEAM_${teamId}`)

/** `{teamId}:{base64 signature over HALYARD_TEAM_{teamId}}`; always the same for the same key and team. */
export function teamToken(vault: Vault, { publicKey, privateSeed }: GameKeys, teamId: number): string {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: vault.open(privateSeed, PURPOSE).toString('base64url'),
    x: Buffer.from(publicKey, 'base64').toString('base64url')
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return `${teamId}:${sign(null, messageOf(String(teamId)), key).toString('base64')}`
}

/** The bytes of base64 text; null unless it is written as an encoder writes it, so that no two texts mean the same. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null
}

/**
 * Whether the key behind `publicKey` (base64, 32 bytes) signed the token, which is for anybody to ask
 * (behaviour.md 2.4). Says nothing about games: every key pair can sign a token.
 * @throws AppError `signature.malformed` when the key or the token is not even of the right form
 */
export function verifyTeamToken(publicKey: string, token: string): boolean {
  const x = bytesOf(publicKey)
  const [, teamId, signed = ''] = /^(-?\d{1,10}):(.+)$/.exec(token) ?? []
  const signature = bytesOf(signed)
  if (x?.length !== 32 || !teamId || !signature) throw new AppError('signature.malformed')
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') },
    format: 'jwk'
  })
  return verify(null, messageOf(teamId), key, signature)
}

/** What team hashes in flags are salted with: hexadecimal SHA-256 over the private key as it is stored (behaviour.md 3.9). */
export function teamHashSalt(privateSeed: GameKeys['privateSeed']): string {
  return createHash('sha256').update(`HALYARD@${privateSeed}@PK`, 'utf8').digest('hex')
}
