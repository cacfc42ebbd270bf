import type { EndpointView } from '~/server/instances/contract'

/** True if an entry is a ticket for a tunnel (the contract's rule: 36 characters and no colon). */
export const isTicket = (entry: string): boolean => entry.length === 36 && !entry.includes(':')

/** True if the platform carries the connection (tunnel or host name), so that it can be captured. */
export const isCarried = ({ entry, url, tls }: Pick<EndpointView, 'entry' | 'url' | 'tls'>): boolean =>
  url !== null || tls !== null || (entry !== null && isTicket(entry))

/** Address for a browser; null when the endpoint is no website or only reached by a tunnel. */
export function hrefOf({
  url,
  protocol,
  entry
}: Pick<EndpointView, 'url' | 'protocol' | 'entry'>): string | null {
  if (url) return url
  return protocol === 'http' && entry && /^[^\s/]+:\d+$/.test(entry) ? `http://${entry}` : null
}
