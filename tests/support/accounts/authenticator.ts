import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'
import type { PasskeyUse } from '~/server/factors/contract'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const base64url = (content: Uint8Array) => Buffer.from(content).toString('base64url')

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  /** True unless given. */
  verified?: boolean
  counter?: number
  userHandle?: string | null
  /** Signs with this key instead. */
  key?: KeyObject
}

/** An authenticator with one key, as WebAuthn describes it (ES256, attestation `none`). */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = base64url(randomBytes(32))
  let counter = 0
  let handle: string | null = null

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false
      })
    )

  const authenticatorData = (
    more: Buffer,
    { rpId, verified = true, counter: given }: Faults,
    attested = 0
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(given ?? counter)
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | attested
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, more])
  }

  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const parts: [number, number | Buffer][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')]
    ]
    return encodeCBOR(new Map(parts))
  }

  return {
    id,

    create(options: object, faults: Faults = {}) {
      const { challenge, user } = options as { challenge: string; user: { id: string } }
      handle = user.id
      const rawId = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey()])
      const authData = authenticatorData(attested, faults, FLAGS.attested)
      const parts: [string, CBORType][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData]
      ]
      return {
        ...{ id, rawId: id, type: 'public-key' as const },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, faults)),
          attestationObject: base64url(encodeCBOR(new Map(parts))),
          transports: ['internal']
        }
      }
    },

    /** The reply to options of a login; increases the counter. */
    get(options: object, faults: Faults = {}): PasskeyUse {
      const { challenge } = options as { challenge: string }
      counter++
      const data = authenticatorData(Buffer.alloc(0), faults)
      const client = clientData('webauthn.get', challenge, faults)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(faults.key ?? privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: faults.userHandle === undefined ? handle : faults.userHandle
        }
      }
    }
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
