import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushInput } from '~/server/push/contract'
import type { PushText } from '~/server/push/message'

/** A browser's subscription, with the keys that only the browser has. */
export interface Subscribed {
  /** The browser's data for the platform. */
  input: PushInput
  /** Opens a body (RFC 8188 and 8291, one record). */
  open(body: Buffer): PushText
}

export interface Pushed {
  headers: IncomingHttpHeaders
  body: Buffer
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

function subscribe(endpoint: string): Subscribed {
  const own = createECDH('prime256v1')
  const [point, auth] = [own.generateKeys(), randomBytes(16)]
  return {
    input: {
      endpoint,
      keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
    },
    open(body) {
      const salt = body.subarray(0, 16)
      const keyLength = body[20]!
      const sender = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
      const secret = derived(own.computeSecret(sender), auth, about, 32)
      const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      // A delimiter and padding follow the text.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushText
    }
  }
}

/** Claims of the token by which a platform proves itself (RFC 8292). @throws Error when its signature does not fit its key */
export function vapidOf({ headers }: Pushed): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([^,]+),\s*k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url')
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url')
  )
  if (!isRight) throw new Error('The signature of the token is wrong')
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

/** A status; null: the connection ends; `silence`: no answer until `speak`. */
type Reply = number | null | 'silence'

/** A push service whose replies a test writes. */
export async function openPushService() {
  const got = new Map<string, Pushed[]>()
  let status: (path: string) => Reply = () => 201
  const silent = new Set<ServerResponse>()
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      const path = req.url ?? ''
      got.set(path, [...(got.get(path) ?? []), { headers: req.headers, body: Buffer.concat(parts) }])
      const answer = status(path)
      if (answer === null) req.socket.destroy()
      else if (answer === 'silence') silent.add(res)
      else res.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe: () => subscribe(`${origin}/${randomBytes(9).toString('base64url')}`),
    /** Messages for a subscription, oldest first. */
    got: ({ input }: Subscribed) => got.get(new URL(input.endpoint).pathname) ?? [],
    reply(next: (path: string) => Reply) {
      status = next
    },
    /** How many requests wait for a reply. */
    waiting: () => silent.size,
    /** Answers those with 201. */
    speak() {
      for (const res of silent) res.writeHead(201).end()
      silent.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
