import type { IncomingHttpHeaders } from 'node:http'

/** Name by which web calls the scoring process that gets the request. */
export const SCORING_HEADER = 'x-halyard-scoring'

/** Prefixes `secret` with the name that web gave this process, so that requests with the id come back here. */
export function connectionId(headers: IncomingHttpHeaders, secret: string): string {
  const name = headers[SCORING_HEADER]
  return typeof name === 'string' && /^[0-9a-f]{12}$/.test(name) ? `${name}.${secret}` : secret
}
