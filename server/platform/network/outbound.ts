import { lookup as resolve } from 'node:dns'
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CLOSED_RANGES } from './firewall'

/** Why something was not sent, or got no answer. */
export type OutboundFault = 'address' | 'not_found' | 'timeout' | 'connection'

/** What came back; the body is its beginning. */
export interface OutboundReply {
  status: number
  body: string
}

/** Nothing came back. */
export class OutboundError extends Error {
  readonly fault: OutboundFault
  constructor(fault: OutboundFault) {
    super(fault)
    this.name = 'OutboundError'
    this.fault = fault
  }
}

const addTo = (list: BlockList, ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  for (const range of ranges) {
    const [base, bits] = range.split('/') as [string, string]
    list.addSubnet(base, Number(bits), family)
  }
  return list
}

const closed4 = addTo(
  new BlockList(),
  [...CLOSED_RANGES, '192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  'ipv4'
)
/** All of IPv6 that is of the internet; mapped, translated, local and multicast addresses lie outside. */
const open6 = addTo(new BlockList(), ['2000::/3'], 'ipv6')
const closed6 = addTo(new BlockList(), ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'], 'ipv6')

/** Whether an address is of the internet: not private, loopback, link-local, multicast, reserved or for documentation. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** The host of an address as it is resolved: without brackets and the dot at its end. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * Whether an address may be sent to as far as its text tells: https without a login, and no address that is not of the
 * internet. Hosts of `allowed`, which the operator names, may be private and speak http.
 */
export function isOutboundUrl(url: URL, allowed: readonly string[]): boolean {
  if (url.username || url.password) return false
  const host = hostOf(url)
  if (allowed.includes(host)) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/** Resolves a name once, and refuses it when one of its addresses is not of the internet: the connection uses what was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new OutboundError('address'), [])
    if (options.all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  })
}

interface Outbound {
  url: URL
  method: 'POST' | 'PUT'
  headers: OutgoingHttpHeaders
  body: string
  /** Host names that the operator allows to be private. */
  allowed: readonly string[]
  /** Milliseconds for all of it. */
  timeout: number
  /** Bytes of the answer that are read. */
  most: number
  /** Resolves names, for those that are not allowed; tests pass one that changes its mind. */
  lookup?: LookupFunction
}

const faultOf = (error: Error & { code?: string }, late: boolean): OutboundError => {
  if (error instanceof OutboundError) return error
  if (late) return new OutboundError('timeout')
  return new OutboundError(
    error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' ? 'not_found' : 'connection'
  )
}

/**
 * Sends to an address that somebody entered, over a connection of its own. Redirects are not followed.
 * @throws OutboundError
 */
export function sendOut({ url, method, headers, body, ...more }: Outbound): Promise<OutboundReply> {
  const { allowed, timeout, most, lookup = publicLookup } = more
  // An address without a name is never looked up, so its text is checked whatever was checked when it was stored.
  if (!isOutboundUrl(url, allowed)) return Promise.reject(new OutboundError('address'))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeout)
  return new Promise((done, fail) => {
    const failed = (error: Error) => fail(faultOf(error, signal.aborted))
    const request = send(
      url,
      {
        ...{ method, signal, agent: false },
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        ...(!allowed.includes(hostOf(url)) && { lookup })
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        const finish = () => {
          done({ status: response.statusCode ?? 0, body: Buffer.concat(parts).subarray(0, most).toString() })
          request.destroy()
        }
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size >= most) finish()
        })
        response.on('end', finish).on('error', failed)
      }
    )
    request.on('error', failed)
    request.end(body)
  })
}
