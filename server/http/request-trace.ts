import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Observed } from '~/server/metrics'
import type { Log } from '~/server/platform/log'
import { isTracing, openSpan } from '~/server/platform/tracing'
import { requestIdOf, traceparentOf } from './request-id'

interface Seen {
  req: IncomingMessage
  res: ServerResponse
  observed: Observed
}

/**
 * Logs `request_answered` at level debug and records a span while tracing is on; without either, nothing is measured.
 */
export function withTrace<S extends Seen>(
  answer: (seen: S) => Promise<void>,
  log: Log,
  trusts: (address: string) => boolean
): (seen: S) => Promise<void> {
  const trace = (seen: S): Promise<void> => {
    const { req, res, observed } = seen
    const requestId = requestIdOf(req)
    const method = req.method ?? 'GET'
    const attributes = { 'http.request.method': method, 'halyard.request_id': requestId }
    const span = openSpan(method, attributes, { kind: 'server', parent: traceparentOf(req, trusts) })
    const begun = performance.now()
    res.once('close', () => {
      const { route } = observed
      const status = res.statusCode
      const ms = Math.round(performance.now() - begun)
      const write = () => log.debug({ requestId, method, route, status, ms }, 'request_answered')
      if (!span) return write()
      span.run(write)
      span.rename(`${method} ${route}`)
      span.set({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(status)
      span.end()
    })
    return span ? span.run(() => answer(seen)) : answer(seen)
  }
  return (seen) => (isTracing() || log.isLevelEnabled('debug') ? trace(seen) : answer(seen))
}
