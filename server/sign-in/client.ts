import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { emailAddress } from '~/server/accounts/contract'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { createOutgoing } from '~/server/platform/network/outgoing'
import type { ProviderKind } from './constants'
import { OAUTH_KINDS, type OAuthKind, type Person, personOf } from './kinds'

/** What is needed to speak with a provider. */
export interface Known {
  id: string
  slug: string
  kind: ProviderKind
  issuer: string
  clientId: string
  /** Plain; null for a public client. */
  secret: string | null
}

/** What only this attempt knows. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

export interface Client {
  /** Where the browser goes to sign in. @throws AppError `sign_in.unreachable` */
  authorize(provider: Known, redirect: string, checks: Checks): Promise<string>
  /**
   * Who came back. `callback` is the redirect address with the query that the browser brought.
   * @throws AppError `sign_in.refused` when the provider says so, `sign_in.failed` for any answer that is not right
   */
  exchange(
    provider: Known,
    callback: URL,
    checks: Checks
  ): Promise<{ person: Person; idToken: string | null }>
  /** Where the browser logs out at the provider; null when it has no such place, or does not answer. */
  endSession(provider: Known, idToken: string | null, back: string): Promise<string | null>
}

const TIMEOUT_MS = 8000
const MOST_BYTES = 512 * 1024
const KEPT_MS = 10 * 60_000

/** Longest subject of OpenID Connect. */
const LONGEST = 255

/** A person whose texts can be stored. @throws Error for a subject that cannot */
function bounded({ subject, names, email, claims }: Person): Person {
  if (subject === '' || subject.length > LONGEST || /\p{C}/u.test(subject))
    throw new Error('The subject is no text of 1 to 255 characters')
  const plain = names.map((name) => name.replace(/\p{C}/gu, '').slice(0, 100))
  return { subject, names: plain.slice(0, 3), email: emailAddress.safeParse(email).data ?? null, claims }
}

const oauthOf = (kind: ProviderKind): OAuthKind | null =>
  kind in OAUTH_KINDS ? OAUTH_KINDS[kind as keyof typeof OAUTH_KINDS] : null

/** `inside` lets providers be on this machine or in private networks, without TLS too. */
export function createClient({ inside, log }: { inside: boolean; log: Log }): Client {
  const outgoing = createOutgoing({ inside, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES })
  const kept = new LRUCache<string, Promise<oidc.Configuration>>({ max: 50, ttl: KEPT_MS })

  const fetchFor =
    (kind: ProviderKind): oidc.CustomFetch =>
    async (url, options) => {
      const answer = await outgoing(url, options as Parameters<typeof outgoing>[1])
      if (kind !== 'ctftime' || !answer.ok || !url.endsWith(OAUTH_KINDS.ctftime.token)) return answer
      // Its answer leaves out what kind of token it is.
      const body = { token_type: 'bearer', ...((await answer.json()) as object) }
      return Response.json(body)
    }

  const authOf = (server: oidc.ServerMetadata, secret: string | null) => {
    if (secret === null) return oidc.None()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret)
  }

  const prepare = async ({ kind, issuer, clientId, secret }: Known): Promise<oidc.Configuration> => {
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
    // Also tokens that came from the provider directly must be signed by one of its keys.
    if (!oauth) oidc.enableNonRepudiationChecks(config)
    return config
  }

  const configOf = (provider: Known): Promise<oidc.Configuration> => {
    const { id, issuer, clientId, secret } = provider
    const key = JSON.stringify([id, issuer, clientId, secret])
    const known = kept.get(key)
    if (known) return known
    const made = prepare(provider)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }

  const note = (provider: Known, error: unknown, event: string) => {
    const { name, message, code, cause } = error as Error & { code?: string; cause?: unknown }
    // Never the answer itself: it may hold tokens.
    const reason = cause instanceof Error ? cause.message : undefined
    log.warn({ provider: provider.slug, err: `${name}: ${message}`, code, reason }, event)
  }

  const safe = (url: URL): string => {
    if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:'))
      throw new Error('The address of the provider is no https address')
    return url.href
  }

  const apiPerson = async (oauth: OAuthKind, provider: Known, config: oidc.Configuration, token: string) =>
    oauth.person(async (path) => {
      const url = new URL(oauth.api(provider.issuer) + path)
      const headers = new Headers({ accept: 'application/json' })
      const answer = await oidc.fetchProtectedResource(config, token, url, 'GET', undefined, headers)
      if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
      return answer.json()
    })

  return {
    async authorize(provider, redirect, { state, nonce, verifier }) {
      try {
        const config = await configOf(provider)
        const oauth = oauthOf(provider.kind)
        const challenge = await oidc.calculatePKCECodeChallenge(verifier)
        return safe(
          oidc.buildAuthorizationUrl(config, {
            ...{ redirect_uri: redirect, response_type: 'code', state },
            scope: oauth?.scope ?? 'openid email profile',
            ...{ code_challenge: challenge, code_challenge_method: 'S256' },
            ...(!oauth && { nonce })
          })
        )
      } catch (error) {
        note(provider, error, 'sign_in_provider_unreachable')
        throw new AppError('sign_in.unreachable', 502)
      }
    },

    async exchange(provider, callback, { state, nonce, verifier }) {
      try {
        const config = await configOf(provider)
        const oauth = oauthOf(provider.kind)
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: state,
          pkceCodeVerifier: verifier,
          ...(!oauth && { expectedNonce: nonce, idTokenExpected: true })
        })
        if (oauth)
          return {
            person: bounded(await apiPerson(oauth, provider, config, tokens.access_token)),
            idToken: null
          }
        const claims = tokens.claims()
        if (!claims) throw new Error('The provider sent no ID token')
        const userinfo = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {}
        return { person: bounded(personOf(claims, userinfo)), idToken: tokens.id_token ?? null }
      } catch (error) {
        const refused = error instanceof oidc.AuthorizationResponseError
        note(provider, error, refused ? 'sign_in_refused' : 'sign_in_failed')
        throw new AppError(refused ? 'sign_in.refused' : 'sign_in.failed')
      }
    },

    async endSession(provider, idToken, back) {
      try {
        const config = await configOf(provider)
        if (!config.serverMetadata().end_session_endpoint) return null
        return safe(
          oidc.buildEndSessionUrl(config, {
            post_logout_redirect_uri: back,
            ...(idToken && { id_token_hint: idToken })
          })
        )
      } catch (error) {
        note(provider, error, 'sign_in_provider_unreachable')
        return null
      }
    }
  }
}
