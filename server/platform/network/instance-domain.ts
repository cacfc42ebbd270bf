import { getDomain } from 'tldts'

interface Settings {
  INSTANCE_DOMAIN?: string | undefined
  INSTANCE_PUBLIC_ENTRY?: string | undefined
  PUBLIC_URL?: string | undefined
}

const OWN_MACHINE = 'localhost'

const hostOf = (url: string) => new URL(url).hostname.replace(/\.$/, '')

/** Whether whoever plays sits at the machine itself, as far as the settings say. */
const isAtHome = ({ PUBLIC_URL, INSTANCE_PUBLIC_ENTRY }: Settings): boolean =>
  (PUBLIC_URL === undefined || hostOf(PUBLIC_URL) === OWN_MACHINE) &&
  (INSTANCE_PUBLIC_ENTRY ?? OWN_MACHINE) === OWN_MACHINE

/**
 * The domain below which instances have host names; null when they have none. With nothing set it is `localhost`, whose
 * names browsers look for on the machine itself: also where ports of instances would be looked for.
 */
export function instanceDomain(env: Settings): string | null {
  if (env.INSTANCE_DOMAIN !== undefined) return env.INSTANCE_DOMAIN === 'none' ? null : env.INSTANCE_DOMAIN
  return isAtHome(env) ? OWN_MACHINE : null
}

/** Up to where cookies can be set: the part below a public suffix. The host itself where there is no such part. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

const isBelow = (host: string, domain: string) => host.endsWith(`.${domain}`)

/**
 * Why players' browsers would share cookies between the platform and pages of instances, which their authors and players
 * make; null when they do not, or when INSTANCE_DOMAIN is not set.
 */
export function domainFault(env: Settings): string | null {
  const { INSTANCE_DOMAIN: domain, PUBLIC_URL } = env
  if (domain === undefined || domain === 'none') return null
  if (domain === OWN_MACHINE) {
    // `localhost` is a public suffix to browsers: its cookies stay where they are, and none are set for all below it.
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
