import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Observed, observe } from '~/server/metrics'
import type { Log } from '~/server/platform/log'
import { openSpan } from '~/server/platform/tracing'
import type { Identity } from './request-id'

/** A request under way, as metrics, log and trace see it. */
export interface Followed {
  observed: Observed
  /** Runs what answers it, in its span if there is one. */
  run<T>(work: () => T): T
}

/** Follows a request to the end of its answer: counts it, writes a line of level `debug`, and makes its span. */
export function follow(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId, traceparent }: Identity,
  log: Log
): Followed {
  const observed = observe(req, res)
  const method = req.method ?? 'GET'
  const options = { kind: 'server', parent: traceparent } as const
  const span = openSpan(method, { 'http.request.method': method, 'halyard.request_id': requestId }, options)
  const lines = log.isLevelEnabled('debug')
  if (span || lines) {
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
      if (status >= 500) span.fail(String(status))
      span.end()
    })
  }
  return { observed, run: (work) => (span ? span.run(work) : work()) }
}
