import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const prefix = randomBytes(4).toString('hex')
let requests = 0

/** A property costs less than an entry in a WeakMap. */
const ID = Symbol('requestId')
type Identified = IncomingMessage & { [ID]?: string }

/** Short, and safe in a log line or a page. */
const ACCEPTED = /^[\w.:-]{8,128}$/

/** Makes one at the first call and keeps it with the request. */
export function requestIdOf(req: IncomingMessage): string {
  const request: Identified = req
  request[ID] ??= `${prefix}-${(++requests).toString(36)}`
  return request[ID]
}

function headerOfProxy(
  req: IncomingMessage,
  name: string,
  trusts: (address: string) => boolean
): string | null {
  const value = req.headers[name]
  return typeof value === 'string' && trusts(req.socket.remoteAddress ?? '') ? value : null
}

/** Accepts the X-Request-Id of a trusted proxy, else makes one. A player could send the same id thousands of times. */
export function acceptRequestId(req: IncomingMessage, trusts: (address: string) => boolean): string {
  const given = headerOfProxy(req, 'x-request-id', trusts)
  if (given !== null && ACCEPTED.test(given)) (req as Identified)[ID] = given
  return requestIdOf(req)
}

/** The W3C traceparent of a trusted proxy, else null: a player could have every request recorded. */
export const traceparentOf = (req: IncomingMessage, trusts: (address: string) => boolean): string | null =>
  headerOfProxy(req, 'traceparent', trusts)
