import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const prefix = randomBytes(4).toString('hex')
let requests = 0

/** Where a request keeps its id: a property of its own costs less than an entry in a WeakMap. */
const ID = Symbol('requestId')
type Identified = IncomingMessage & { [ID]?: string }

/** Ids of proxies: short, and of characters that mean nothing in a line of the log or a page. */
const ACCEPTED = /^[\w.:-]{8,128}$/

/** The id of a request: what `acceptRequestId` took from a proxy, else one made at the first call. */
export function requestIdOf(req: IncomingMessage): string {
  const request: Identified = req
  request[ID] ??= `${prefix}-${(++requests).toString(36)}`
  return request[ID]
}

/** A header that counts from trusted proxies only; null without it. */
function headerOfProxy(
  req: IncomingMessage,
  name: string,
  trusts: (address: string) => boolean
): string | null {
  const value = req.headers[name]
  return typeof value === 'string' && trusts(req.socket.remoteAddress ?? '') ? value : null
}

/**
 * Gives a request its id: the X-Request-Id of a trusted proxy if it is usable, else one of its own. From anybody else it
 * does not count: a player could give thousands of requests the same.
 */
export function acceptRequestId(req: IncomingMessage, trusts: (address: string) => boolean): string {
  const given = headerOfProxy(req, 'x-request-id', trusts)
  if (given !== null && ACCEPTED.test(given)) (req as Identified)[ID] = given
  return requestIdOf(req)
}

/** The W3C traceparent of a trusted proxy; null without one. A player could have every request recorded by it. */
export const traceparentOf = (req: IncomingMessage, trusts: (address: string) => boolean): string | null =>
  headerOfProxy(req, 'traceparent', trusts)
