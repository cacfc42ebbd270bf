import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpDuration, httpRequests } from './definitions'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface Observed {
  /** The matched pattern, never the path. */
  route: string
}

/** Counts a request at its end; whoever matches it sets `route`. */
export function observeRequest(req: IncomingMessage, res: ServerResponse): Observed {
  const begun = performance.now()
  const observed = { route: 'other' }
  res.once('close', () => {
    const method = METHODS.has(req.method ?? '') ? req.method! : 'other'
    const { route } = observed
    httpRequests.inc({ method, route, status: `${Math.floor(res.statusCode / 100)}xx` })
    httpDuration.observe({ method, route }, (performance.now() - begun) / 1000)
  })
  return observed
}
