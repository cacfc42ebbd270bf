import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { createOutgoing } from '~/server/platform/network/outgoing'
import { MINUTE_MS } from '~/server/platform/time'
import type { ProviderKind } from './constants'
import type { EnabledProvider } from './enabled-provider'
import { OAUTH_KINDS, oauthOf } from './provider-kinds'

const TIMEOUT_MS = 8000
const MAX_BYTES = 512 * 1024
const KEPT_MS = 10 * MINUTE_MS

function authOf(server: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret)
}

/** Cached for ten minutes. Rejects for a silent provider, and when its metadata does not fit the settings. */
export function createConfigurations(
  inside: boolean
): (provider: EnabledProvider) => Promise<oidc.Configuration> {
  const outgoing = createOutgoing({ inside, timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES })
  const kept = new LRUCache<string, Promise<oidc.Configuration>>({ max: 50, ttl: KEPT_MS })

  const fetchFor =
    (kind: ProviderKind): oidc.CustomFetch =>
    async (url, options) => {
      const answer = await outgoing(url, options as Parameters<typeof outgoing>[1])
      if (kind !== 'ctftime' || !answer.ok || !url.endsWith(OAUTH_KINDS.ctftime.token)) return answer
      // The response lacks the token's kind.
      const body = { token_type: 'bearer', ...((await answer.json()) as object) }
      return Response.json(body)
    }

  const prepare = async ({
    kind,
    issuer,
    clientId,
    secret
  }: EnabledProvider): Promise<oidc.Configuration> => {
    const oauth = oauthOf(kind)
    const fetch = fetchFor(kind)
    let server: oidc.ServerMetadata
    if (oauth) {
      server = {
        issuer,
        authorization_endpoint: issuer + oauth.authorize,
        token_endpoint: issuer + oauth.token,
        token_endpoint_auth_methods_supported: ['client_secret_post']
      }
    } else {
      const execute = inside ? [oidc.allowInsecureRequests] : []
      const options = { [oidc.customFetch]: fetch, timeout: TIMEOUT_MS / 1000, execute }
      server = (await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), options)).serverMetadata()
    }
    const config = new oidc.Configuration(server, clientId, {}, authOf(server, secret))
    config[oidc.customFetch] = fetch
    config.timeout = TIMEOUT_MS / 1000
    if (inside) oidc.allowInsecureRequests(config)
    // Verifies signatures of tokens that come directly from the provider too.
    if (!oauth) oidc.enableNonRepudiationChecks(config)
    return config
  }

  return (provider) => {
    const { id, issuer, clientId, secret } = provider
    const key = JSON.stringify([id, issuer, clientId, secret])
    const known = kept.get(key)
    if (known) return known
    const made = prepare(provider)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }
}
