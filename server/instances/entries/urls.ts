import type { Env } from '~/server/platform/env'
import { instanceDomain } from '~/server/platform/network/instance-domain'

interface NamedEndpoint {
  host: string
  protocol: 'tcp' | 'http'
}

export type UrlEnv = Partial<
  Pick<Env, 'INSTANCE_DOMAIN' | 'INSTANCE_PUBLIC_ENTRY' | 'INSTANCE_TLS_PORT' | 'PORT' | 'PUBLIC_URL'>
>

/** The origin without a TLS listener: the platform's port, or the proxy before it. */
function plainOrigin({ PUBLIC_URL, PORT = 8080 }: UrlEnv): { scheme: 'http' | 'https'; port: number } {
  if (PUBLIC_URL === undefined) return { scheme: 'http', port: PORT }
  const { protocol, port } = new URL(PUBLIC_URL)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return { scheme, port: port === '' ? USUAL[scheme] : Number(port) }
}

const USUAL = { http: 80, https: 443 }

/** `https://harbour-0123456789abcdef.inst.example.org/`; null without HTTP or host names. */
export function urlOf({ host, protocol }: NamedEndpoint, env: UrlEnv): string | null {
  const domain = instanceDomain(env)
  if (protocol !== 'http' || domain === null) return null
  const tls = env.INSTANCE_TLS_PORT
  const { scheme, port } = tls === undefined ? plainOrigin(env) : { scheme: 'https' as const, port: tls }
  return `${scheme}://${host}.${domain}${port === USUAL[scheme] ? '' : `:${port}`}/`
}

/**
 * `name:port` for non-HTTP endpoints; clients send the name (SNI): `openssl s_client -quiet -connect name:port
 * -servername name`. Null without our own TLS listener, because proxies terminate only HTTP.
 */
export function tlsOf({ host, protocol }: NamedEndpoint, env: UrlEnv): string | null {
  const domain = instanceDomain(env)
  const port = env.INSTANCE_TLS_PORT
  if (protocol !== 'tcp' || domain === null || port === undefined) return null
  return `${host}.${domain}:${port}`
}

/** Null without a host name. */
export const namesOf = (
  endpoint: NamedEndpoint,
  env: UrlEnv
): { url: string | null; tls: string | null } => ({
  url: urlOf(endpoint, env),
  tls: tlsOf(endpoint, env)
})
