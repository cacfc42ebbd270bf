import type { Env } from '~/server/platform/env'
import { instanceDomain } from '~/server/platform/network/instance-domain'

/** What of an endpoint decides how it is reached by name. */
export interface NamedEndpoint {
  /** The first label of its name. */
  host: string
  protocol: 'tcp' | 'http'
}

export type UrlEnv = Partial<
  Pick<Env, 'INSTANCE_DOMAIN' | 'INSTANCE_PUBLIC_ENTRY' | 'INSTANCE_TLS_PORT' | 'PORT' | 'PUBLIC_URL'>
>

/** Where names lead without a TLS listener of our own: to the platform's port, or the proxy before it. */
function plainOrigin({ PUBLIC_URL, PORT = 8080 }: UrlEnv): { scheme: 'http' | 'https'; port: number } {
  if (PUBLIC_URL === undefined) return { scheme: 'http', port: PORT }
  const { protocol, port } = new URL(PUBLIC_URL)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return { scheme, port: port === '' ? USUAL[scheme] : Number(port) }
}

const USUAL = { http: 80, https: 443 }

/**
 * The address of an endpoint that speaks HTTP, such as `https://harbour-0123456789abcdef.inst.example.org/`. Null for
 * others, and where instances have no host names.
 */
export function urlOf({ host, protocol }: NamedEndpoint, env: UrlEnv): string | null {
  const domain = instanceDomain(env)
  if (protocol !== 'http' || domain === null) return null
  const tls = env.INSTANCE_TLS_PORT
  const { scheme, port } = tls === undefined ? plainOrigin(env) : { scheme: 'https' as const, port: tls }
  return `${scheme}://${host}.${domain}${port === USUAL[scheme] ? '' : `:${port}`}/`
}

/**
 * Where an endpoint that does not speak HTTP is reached through TLS, as `name:port`; the client has to say the name (SNI):
 * `openssl s_client -quiet -connect name:port -servername name`, `ncat --ssl name port`. Null for others, and without
 * a TLS listener of our own: proxies end TLS for HTTP alone.
 */
export function tlsOf({ host, protocol }: NamedEndpoint, env: UrlEnv): string | null {
  const domain = instanceDomain(env)
  const port = env.INSTANCE_TLS_PORT
  if (protocol !== 'tcp' || domain === null || port === undefined) return null
  return `${host}.${domain}:${port}`
}

/** How an endpoint is reached by its host name; null where it is not. */
export const namesOf = (
  endpoint: NamedEndpoint,
  env: UrlEnv
): { url: string | null; tls: string | null } => ({
  url: urlOf(endpoint, env),
  tls: tlsOf(endpoint, env)
})
