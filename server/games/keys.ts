import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { AppError } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'

const PURPOSE = 'game-key'

/** What a game stores of its Ed25519 key pair (docs/rules/games.md#keys). */
export interface GameKeys {
  /** Base64, 32 bytes. */
  publicKey: string
  /** The 32-byte seed, sealed by the secret box. */
  privateSeed: string
}

export function newKeys(secretBox: SecretBox): GameKeys {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url').toString('base64'),
    privateSeed: secretBox.seal(Buffer.from(d!, 'base64url'), PURPOSE)
  }
}

/** Whether a game's key was sealed with the secret in use now. */
export function isSealedBy(secretBox: SecretBox, privateSeed: GameKeys['privateSeed']): boolean {
  try {
    secretBox.open(privateSeed, PURPOSE)
    return true
  } catch {
    return false
  }
}

/** What a team's token signs. */
const messageOf = (teamId: string) => Buffer.from(`HALYARD_TEAM_${teamId}`)

/** `{teamId}:{base64 signature over HALYARD_TEAM_{teamId}}`; always the same for the same key and team. */
export function teamToken(
  secretBox: SecretBox,
  { publicKey, privateSeed }: GameKeys,
  teamId: number
): string {
  const signed = signWith(secretBox, { publicKey, privateSeed }, messageOf(String(teamId)))
  return `${teamId}:${signed}`
}

/** A game's signature over a message, in base64. @throws Error when the key was sealed under another secret */
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

/** The bytes of base64 text; null unless it is written as an encoder writes it, so that no two texts mean the same. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null
}

/**
 * Whether the key behind `publicKey` (base64, 32 bytes) signed the token, which is for anybody to ask
 * (docs/rules/teams.md#team-token). Says nothing about games: every key pair can sign a token.
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

/**
 * The salt of team hashes in flags: hexadecimal SHA-256 over the private key as it is stored
 * (docs/rules/games.md#salt-of-team-hashes).
 */
export function teamHashSalt(privateSeed: GameKeys['privateSeed']): string {
  return createHash('sha256').update(`HALYARD@${privateSeed}@PK`, 'utf8').digest('hex')
}
