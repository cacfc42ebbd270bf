import { HANDSHAKES_PER_ADDRESS } from '~/server/limits/contract'
import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import { instanceDomain } from '~/server/platform/network/instance-domain'
import { clientAddress } from '../context'
import { createGate, type Gate, type GateParts } from './index'
import { openTlsListener, type TlsListener } from './listener'

/** Null when instances have no host names. */
export function gateOf(
  env: Env,
  parts: Omit<GateParts, 'domain' | 'addressOf' | 'sessionAliases'>
): Gate | null {
  const domain = instanceDomain(env)
  return domain === null
    ? null
    : createGate({
        ...{ ...parts, domain, sessionAliases: env.SESSION_COOKIE_ALIASES },
        addressOf: clientAddress(env.TRUSTED_PROXIES)
      })
}

/** Null without INSTANCE_TLS_PORT. @throws Error in one sentence */
export async function listenForTls(env: Env, gate: Gate | null, log: Log): Promise<TlsListener | null> {
  const { INSTANCE_TLS_PORT: port, INSTANCE_TLS_CERT: cert, INSTANCE_TLS_KEY: key } = env
  const domain = instanceDomain(env)
  if (!gate || domain === null || !port || !cert || !key) return null
  const listener = await openTlsListener({
    ...{ gate, port, log, host: env.INSTANCE_TLS_HOST, files: { cert, key, domain } },
    handshakes: env.HALYARD_RATE_LIMITS === 'on' ? HANDSHAKES_PER_ADDRESS : null
  })
  log.info({ port: listener.port, domain }, 'tls_listener_started')
  return listener
}
