import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CLOSED_RANGES } from './firewall'

// One list for each: in a list with both, the range of mapped addresses closes all of IPv4.
const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
const subnet = (range: string, family: 'ipv4' | 'ipv6') => {
  const [base, bits] = range.split('/') as [string, string]
  lists[family].addSubnet(base, Number(bits), family)
}
for (const range of CLOSED_RANGES) subnet(range, 'ipv4')
// Loopback, local, link-local, multicast, and what carries IPv4 inside.
for (const range of [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8'
])
  subnet(range, 'ipv6')

/** Whether an address is not of the internet: of this machine, of a private network, or of no host at all. */
export function isInside(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return lists[family].check(address, family)
}

export interface OutgoingOptions {
  /** Lets http, this machine and private networks be asked. */
  inside: boolean
  timeoutMs: number
  /** Longer answers are refused. */
  mostBytes: number
}

interface Init {
  method?: string
  headers?: Headers | Record<string, string>
  body?: unknown
  signal?: AbortSignal | null
}

/** Looks a name up and refuses it when any of its addresses is inside; the connection uses what was checked. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 4)
    if (found.length === 0 || found.some(({ address }) => isInside(address)))
      return callback(new Error('The address is not of the internet'), '', 4)
    if (options.all) return callback(null, found)
    callback(null, found[0]!.address, found[0]!.family)
  })
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

/**
 * A `fetch` for addresses that administrators enter: https to the internet alone, no redirects, a time and a length that
 * bound the answer (docs/rules/security.md#configured-addresses).
 */
export function createOutgoing({ inside, timeoutMs, mostBytes }: OutgoingOptions) {
  return async (target: string | URL, init: Init = {}): Promise<Response> => {
    const url = new URL(target)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!inside && url.protocol !== 'https:') throw new Error('Only https is asked')
    if (!inside && isIP(host) && isInside(host)) throw new Error('The address is not of the internet')
    const body = init.body === undefined || init.body === null ? null : String(init.body)
    const limit = AbortSignal.timeout(timeoutMs)
    const options = {
      method: init.method ?? 'GET',
      headers: {
        'user-agent': 'Halyard',
        ...Object.fromEntries(new Headers(init.headers)),
        'accept-encoding': 'identity',
        ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) })
      },
      signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
      // No kept connection: it would have been opened by other rules, or by none.
      agent: false as const,
      ...(!inside && { lookup: guardedLookup })
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, options, resolve)
      request.on('error', reject)
      request.end(body)
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
