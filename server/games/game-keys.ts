import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { AppError } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'

const PURPOSE = 'game-key'

/** See docs/rules/games.md#keys. */
interface GameKeys {
  publicKey: string
  /** The 32-byte seed, sealed. */
  privateSeed: string
}

/** A new Ed25519 pair. The private seed is sealed with the platform's secret. */
export function newKeys(secretBox: SecretBox): GameKeys {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url').toString('base64'),
    privateSeed: secretBox.seal(Buffer.from(d!, 'base64url'), PURPOSE)
  }
}

/** False for a seed that another platform's secret sealed, as after a restore with a new secret. */
export function isSealedBy(secretBox: SecretBox, privateSeed: GameKeys['privateSeed']): boolean {
  try {
    secretBox.open(privateSeed, PURPOSE)
    return true
  } catch {
    return false
  }
}

const messageOf = (teamId: string) => Buffer.from(`HALYARD_TEAM_${teamId}`)

/** `{teamId}:{base64 signature over HALYARD_TEAM_{teamId}}`; the same for the same key and team. */
export function teamToken(
  secretBox: SecretBox,
  { publicKey, privateSeed }: GameKeys,
  teamId: number
): string {
  const signed = signWith(secretBox, { publicKey, privateSeed }, messageOf(String(teamId)))
  return `${teamId}:${signed}`
}

/** Base64 signature. @throws Error for a key sealed under another secret */
export function signWith(
  secretBox: SecretBox,
  { publicKey, privateSeed }: GameKeys,
  message: Buffer
): string {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: secretBox.open(privateSeed, PURPOSE).toString('base64url'),
    x: Buffer.from(publicKey, 'base64').toString('base64url')
  }
  return sign(null, message, createPrivateKey({ key: jwk, format: 'jwk' })).toString('base64')
}

/** Null for a non-canonical encoding, so that no two texts are equal. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null
}

/** Any key pair can sign one, so it proves nothing about games. @throws AppError `signature.malformed` */
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

/** Salt of team hashes: hexadecimal SHA-256 of the stored private key (docs/rules/games.md#salt-of-team-hashes). */
export function teamHashSalt(privateSeed: GameKeys['privateSeed']): string {
  return sha256Hex(`HALYARD@${privateSeed}@PK`)
}
