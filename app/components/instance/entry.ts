import type { EndpointView } from '~/server/instances/contract'

/** Whether an entry is a ticket for a tunnel (the contract's rule: 36 characters and no colon). */
export const isTicket = (entry: string): boolean => entry.length === 36 && !entry.includes(':')

/** Whether the platform itself leads to an endpoint, by a tunnel or a host name: published ports pass it by. */
export const isCarried = ({ entry, url, tls }: Pick<EndpointView, 'entry' | 'url' | 'tls'>): boolean =>
  url !== null || tls !== null || (entry !== null && isTicket(entry))

/** Where a browser opens an endpoint; null for one that is no website, or that only a tunnel leads to. */
export function hrefOf({
  url,
  protocol,
  entry
}: Pick<EndpointView, 'url' | 'protocol' | 'entry'>): string | null {
  if (url) return url
  return protocol === 'http' && entry && /^[^\s/]+:\d+$/.test(entry) ? `http://${entry}` : null
}
