import type { IncomingMessage } from 'node:http'

/** Words, then 64 random bits. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,44}[a-z0-9])?-[0-9a-f]{16}$/

export interface Names {
  /** True if Host or the TLS name is below the domain. Without a platform on it, the domain itself counts too. */
  covers(host: string): boolean
  /** Null for a name that cannot be an endpoint. */
  labelOf(host: string): string | null
}

/** Removes port and root dot; case does not matter. */
const plain = (host: string) => host.trim().replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

/** `localhost` itself is the platform; any other domain has only names of instances. */
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

/** All Host headers; a valid request has one. Ignores X-Forwarded-Host, which clients can set. */
export function hostsOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  const hosts: string[] = []
  // A loop, since every request comes through here.
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[n + 1]!)
  }
  return hosts
}
