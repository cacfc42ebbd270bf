import * as oidc from 'openid-client'
import { emailAddress } from '~/server/accounts/contract'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { createConfigurations } from './configuration'
import type { EnabledProvider } from './enabled-provider'
import { hashOfSid } from './logout-token'
import { type OAuthKind, oauthOf, type Person, parsePerson } from './provider-kinds'

export interface Checks {
  state: string
  nonce: string
  verifier: string
}

export interface Client {
  /** Address where the browser signs in. @throws AppError `sign_in.unreachable` */
  authorize(provider: EnabledProvider, redirect: string, checks: Checks): Promise<string>
  /** `callback`: redirect address with query. @throws AppError `sign_in.refused`, `sign_in.failed` */
  exchange(provider: EnabledProvider, callback: URL, checks: Checks): Promise<Proof>
  /** Address of the keys that sign its tokens; null for a provider without any, or that does not reply. */
  keysOf(provider: EnabledProvider): Promise<string | null>
  /** Address that also logs out at the provider; null when it has none or does not reply. */
  endSession(provider: EnabledProvider, idToken: string | null, back: string): Promise<string | null>
}

/** What a provider proves. */
export interface Proof {
  person: Person
  idToken: string | null
  /** Of the session there; null when the provider names none. */
  sidHash: string | null
}

const MAX_SUBJECT_LENGTH = 255

function bounded({ subject, names, email, claims }: Person): Person {
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH || /\p{C}/u.test(subject))
    throw new Error('The subject is no text of 1 to 255 characters')
  const plain = names.map((name) => name.replace(/\p{C}/gu, '').slice(0, 100))
  return { subject, names: plain.slice(0, 3), email: emailAddress.safeParse(email).data ?? null, claims }
}

async function apiPerson(
  oauth: OAuthKind,
  { issuer }: EnabledProvider,
  config: oidc.Configuration,
  token: string
) {
  return oauth.person(async (path) => {
    const url = new URL(oauth.api(issuer) + path)
    const headers = new Headers({ accept: 'application/json' })
    const answer = await oidc.fetchProtectedResource(config, token, url, 'GET', undefined, headers)
    if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
    return answer.json()
  })
}

async function identify(
  provider: EnabledProvider,
  config: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
): Promise<Proof> {
  const oauth = oauthOf(provider.kind)
  if (oauth)
    return {
      person: bounded(await apiPerson(oauth, provider, config, tokens.access_token)),
      idToken: null,
      sidHash: null
    }
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  const userinfo = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : {}
  const sidHash = typeof claims.sid === 'string' ? hashOfSid(claims.sid) : null
  return { person: bounded(parsePerson(claims, userinfo)), idToken: tokens.id_token ?? null, sidHash }
}

/** Never logs the response, which may hold tokens. */
function faultOf({ slug }: EnabledProvider, error: unknown) {
  const { name, message, code, cause } = error as Error & { code?: string; cause?: unknown }
  const reason = cause instanceof Error ? cause.message : undefined
  return { provider: slug, err: `${name}: ${message}`, code, reason }
}

/** `inside`: providers may be in private networks, and without TLS. */
export function createClient({ inside, log }: { inside: boolean; log: Log }): Client {
  const configOf = createConfigurations(inside)

  const safe = (url: URL): string => {
    if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:'))
      throw new Error('The address of the provider is no https address')
    return url.href
  }

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
        log.warn(faultOf(provider, error), 'sign_in_provider_unreachable')
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
        return await identify(provider, config, tokens)
      } catch (error) {
        const refused = error instanceof oidc.AuthorizationResponseError
        if (refused) log.warn(faultOf(provider, error), 'sign_in_refused')
        else log.warn(faultOf(provider, error), 'sign_in_failed')
        throw new AppError(refused ? 'sign_in.refused' : 'sign_in.failed')
      }
    },

    async keysOf(provider) {
      if (oauthOf(provider.kind)) return null
      try {
        const address = (await configOf(provider)).serverMetadata().jwks_uri
        return address === undefined ? null : safe(new URL(address))
      } catch (error) {
        log.warn(faultOf(provider, error), 'sign_in_provider_unreachable')
        return null
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
        log.warn(faultOf(provider, error), 'sign_in_provider_unreachable')
        return null
      }
    }
  }
}
