import type { IncomingHttpHeaders } from 'node:http'

/** What web calls the scoring process that it passes a request to. */
export const SCORING_HEADER = 'x-halyard-scoring'

/**
 * An id for a connection, from the name that web gave this process and `secret`: requests that name the id come back here
 * through any web process. Without such a name it is `secret` alone.
 */
export function connectionId(headers: IncomingHttpHeaders, secret: string): string {
  const name = headers[SCORING_HEADER]
  return typeof name === 'string' && /^[0-9a-f]{12}$/.test(name) ? `${name}.${secret}` : secret
}
