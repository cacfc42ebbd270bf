import { getDomain } from 'tldts'

interface Settings {
  INSTANCE_DOMAIN?: string | undefined
  INSTANCE_PUBLIC_ENTRY?: string | undefined
  PUBLIC_URL?: string | undefined
}

const OWN_MACHINE = 'localhost'

const hostOf = (url: string) => new URL(url).hostname.replace(/\.$/, '')

const isAtHome = ({ PUBLIC_URL, INSTANCE_PUBLIC_ENTRY }: Settings): boolean =>
  (PUBLIC_URL === undefined || hostOf(PUBLIC_URL) === OWN_MACHINE) &&
  (INSTANCE_PUBLIC_ENTRY ?? OWN_MACHINE) === OWN_MACHINE

/** The domain of instances' host names; null: none. The default `localhost` needs players at the machine itself. */
export function instanceDomain(env: Settings): string | null {
  if (env.INSTANCE_DOMAIN !== undefined) return env.INSTANCE_DOMAIN === 'none' ? null : env.INSTANCE_DOMAIN
  return isAtHome(env) ? OWN_MACHINE : null
}

/** The registrable domain, up to which cookies can be set; without one, the host. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

const isBelow = (host: string, domain: string) => host.endsWith(`.${domain}`)

/** The reason why browsers would share cookies between platform and instances; null if they do not. */
export function domainFault(env: Settings): string | null {
  const { INSTANCE_DOMAIN: domain, PUBLIC_URL } = env
  if (domain === undefined || domain === 'none') return null
  if (domain === OWN_MACHINE) {
    // Browsers treat `localhost` as a public suffix, so its cookies are separate.
    const fits = PUBLIC_URL === undefined || hostOf(PUBLIC_URL) === OWN_MACHINE
    return fits ? null : 'can be localhost only when PUBLIC_URL is at localhost too'
  }
  if (PUBLIC_URL === undefined) return 'needs PUBLIC_URL, which must be on another domain'
  const host = hostOf(PUBLIC_URL)
  const site = siteOf(host)
  const shared = site === siteOf(domain) || host === domain || isBelow(host, domain) || isBelow(domain, host)
  return shared
    ? `must not share a registrable domain (${site}) with PUBLIC_URL, or instances get its cookies`
    : null
}
