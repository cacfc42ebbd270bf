import type { IncomingMessage } from 'node:http'

/** An endpoint's name below the domain: words, then 64 random bits. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,44}[a-z0-9])?-[0-9a-f]{16}$/

/** The label of an endpoint, or one that cannot be an endpoint. */
export interface Names {
  /** Whether a host name, as Host or TLS names it, is below the domain; the domain itself is when nothing else is there. */
  covers(host: string): boolean
  /** The label of an endpoint in such a name; null for what is none. */
  labelOf(host: string): string | null
}

/** Without its port and the dot of the root; names are the same in upper and lower case. */
const plain = (host: string) => host.trim().replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

/** `localhost` itself is the platform; any other domain holds nothing but names of instances. */
export function createNames(domain: string): Names {
  const below = `.${domain}`
  return {
    covers(host) {
      const name = plain(host)
      return name.endsWith(below) || (name === domain && domain !== 'localhost')
    },
    labelOf(host) {
      const name = plain(host)
      const label = name.endsWith(below) ? name.slice(0, -below.length) : ''
      return LABEL.test(label) ? label : null
    }
  }
}

/** All Host headers of a request; a valid one has one. X-Forwarded-Host is ignored: clients can set it. */
export function hostsOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  return rawHeaders.flatMap((name, n) =>
    n % 2 === 0 && name.toLowerCase() === 'host' ? [rawHeaders[n + 1]!] : []
  )
}
