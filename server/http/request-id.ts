import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const prefix = randomBytes(4).toString('hex')
let requests = 0

const made = new WeakMap<IncomingMessage, string>()

/** Ids that a proxy gave: short, and nothing that a line of a log or a page would read as more than a name. */
const ID = /^[\w.:-]{8,128}$/

const headerOf = (req: IncomingMessage, name: string): string | null => {
  const value = req.headers[name]
  return typeof value === 'string' ? value : null
}

/** The id of a request: the one that `identify` accepted, else one of its own. */
export function requestIdOf(req: IncomingMessage): string {
  const known = made.get(req)
  if (known !== undefined) return known
  const id = `${prefix}-${(++requests).toString(36)}`
  made.set(req, id)
  return id
}

/** Who asks, and as part of which trace. */
export interface Identity {
  requestId: string
  /** W3C traceparent of the caller; null when there is none, or nobody vouches for it. */
  traceparent: string | null
}

/**
 * Gives a request its id and trace. X-Request-Id and traceparent count from trusted proxies only: a player could
 * send the same id for ever, and have every request traced.
 */
export function createIdentify(trusted: (address: string) => boolean): (req: IncomingMessage) => Identity {
  return (req) => {
    const given = headerOf(req, 'x-request-id')
    const traceparent = headerOf(req, 'traceparent')
    const vouched = (given !== null || traceparent !== null) && trusted(req.socket.remoteAddress ?? '')
    if (vouched && given !== null && ID.test(given)) made.set(req, given)
    return { requestId: requestIdOf(req), traceparent: vouched ? traceparent : null }
  }
}
