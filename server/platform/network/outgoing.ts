import { lookup as resolve } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CLOSED_RANGES } from './firewall'

// Two lists: in a common one, the range of mapped addresses closes all of IPv4.
const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [base, bits] = range.split('/') as [string, string]
    list.addSubnet(base, Number(bits), family)
  }
  return list
}
const DOCUMENTATION = ['192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24']
const closed4 = listOf('ipv4', [...CLOSED_RANGES, ...DOCUMENTATION])
/** Mapped, translated, local and multicast addresses lie outside. */
const open6 = listOf('ipv6', ['2000::/3'])
const closed6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** False for private, loopback, link-local, multicast, reserved and documentation addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** The host without brackets and the final dot. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export class AddressRefused extends Error {
  constructor(message = 'The address is not of the internet') {
    super(message)
    this.name = 'AddressRefused'
  }
}

/** True if the operator allows the address although its network is private. */
export type Allowed = (address: string) => boolean

/** True if the platform may connect. Without TLS, only to networks of the operator; with it, to the internet too. */
const isAskable = ({ protocol }: URL, address: string, allowed?: Allowed): boolean =>
  allowed?.(address) === true || (protocol === 'https:' && isPublicAddress(address))

/**
 * `inside`: allows private networks and http; `allowed`: those networks alone. A name is checked when it is looked up.
 * @throws AddressRefused for other schemes, a login, or private addresses
 */
export function requireAllowedUrl(url: URL, { inside, allowed }: Pick<Outgoing, 'inside' | 'allowed'>): void {
  if (url.username || url.password) throw new AddressRefused('An address with a login is not asked')
  const host = hostOf(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (inside || allowed)))
    throw new AddressRefused('Only https is asked')
  if (!inside && isIP(host) && !isAskable(url, host, allowed)) throw new AddressRefused()
}

/** Checks the looked-up addresses that the connection then uses; one that must not be asked refuses all. */
const guarded =
  (lookup: LookupFunction, isAllowed: Allowed): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 4)
      const all = found as { address: string; family: number }[]
      if (all.length === 0 || !all.every(({ address }) => isAllowed(address)))
        return callback(new AddressRefused(), '', 4)
      if (options.all) return callback(null, all)
      callback(null, all[0]!.address, all[0]!.family)
    })
  }

interface Outgoing {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Buffer | null
  inside: boolean
  allowed?: Allowed | undefined
  signal: AbortSignal
  /** Tests pass one whose answers change. */
  lookup?: LookupFunction
}

/**
 * Requests a configured address over a new connection; resolves with the head of the response, redirects included
 * (docs/rules/security.md#configured-addresses).
 * @throws AddressRefused, or the connection's error
 */
export async function requestOutside(outgoing: Outgoing): Promise<IncomingMessage> {
  const { url, method, headers, body, inside, allowed, signal } = outgoing
  const { lookup = resolve as LookupFunction } = outgoing
  const isAllowed: Allowed = (address) => isAskable(url, address, allowed)
  // An IP address is never looked up, so its text is checked here.
  requireAllowedUrl(url, { inside, allowed })
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        ...{ method, signal },
        headers: {
          'user-agent': 'Halyard',
          ...headers,
          'accept-encoding': 'identity',
          ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) })
        },
        // A kept connection may have been opened under other rules.
        agent: false,
        ...(!inside && { lookup: guarded(lookup, isAllowed) })
      },
      done
    )
    request.on('error', fail)
    request.end(body)
  })
}

interface OutgoingOptions {
  inside: boolean
  timeoutMs: number
  mostBytes: number
}

interface Init {
  method?: string
  headers?: Headers | Record<string, string>
  body?: unknown
  signal?: AbortSignal | null
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) all.append(name, one)
  return all
}

async function bodyOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > most) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A `fetch` for configured addresses: no redirects, limited time and length. */
export function createOutgoing({ inside, timeoutMs, mostBytes }: OutgoingOptions) {
  return async (target: string | URL, init: Init = {}): Promise<Response> => {
    const limit = AbortSignal.timeout(timeoutMs)
    const answer = await requestOutside({
      url: new URL(target),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body === undefined || init.body === null ? null : String(init.body),
      inside,
      signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit
    })
    const content = await bodyOf(answer, mostBytes)
    const status = answer.statusCode ?? 502
    if (status >= 300 && status < 400) throw new Error('The provider sent a redirect')
    return new Response(status === 204 ? null : new Uint8Array(content), {
      status,
      headers: headersOf(answer)
    })
  }
}
