import type { Env } from '~/server/platform/env'
import { instanceDomain } from '~/server/platform/instance-domain'

/** What of an endpoint decides how it is reached by name; `host` null: it has no name. */
export interface NamedEndpoint {
  host: string | null
  protocol: 'tcp' | 'http'
}

export type UrlEnv = Partial<
  Pick<Env, 'INSTANCE_DOMAIN' | 'INSTANCE_PUBLIC_ENTRY' | 'INSTANCE_TLS_PORT' | 'PORT' | 'PUBLIC_URL'>
>

/** Where names lead without a TLS listener of our own: to the platform's port, or the proxy before it. */
export function plainOrigin({ PUBLIC_URL, PORT = 8080 }: UrlEnv): { scheme: 'http' | 'https'; port: number } {
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
  if (host === null || protocol !== 'http' || domain === null) return null
  const tls = env.INSTANCE_TLS_PORT
  const { scheme, port } = tls === undefined ? plainOrigin(env) : { scheme: 'https' as const, port: tls }
  return `${scheme}://${host}.${domain}${port === USUAL[scheme] ? '' : `:${port}`}/`
}

/**
 * Where an endpoint that does not speak HTTP is reached through TLS, which has to name `host` (SNI):
 * `openssl s_client -quiet -connect host:port -servername host`, `ncat --ssl host port`. Null for others, and without
 * a TLS listener of our own: proxies end TLS for HTTP alone.
 */
export function tlsOf({ host, protocol }: NamedEndpoint, env: UrlEnv): { host: string; port: number } | null {
  const domain = instanceDomain(env)
  const port = env.INSTANCE_TLS_PORT
  if (host === null || protocol !== 'tcp' || domain === null || port === undefined) return null
  return { host: `${host}.${domain}`, port }
}
