import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export type People = Record<string, Record<string, unknown>>

export interface RunningProvider {
  issuer: string
  people: People
  /** The person as whom the next browser logs in; null cancels. */
  next: string | null
  /** How many ended their session there. */
  ended: number
  close(): Promise<void>
}

async function listen(handle: (req: IncomingMessage, res: ServerResponse) => unknown) {
  const server: Server = createServer((req, res) => void handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A certified OpenID provider (oidc-provider) with one client, `halyard` with the secret `shh`. */
export async function startOidcProvider(
  callback: string,
  back: string,
  backChannel?: string
): Promise<RunningProvider> {
  let handle: (req: IncomingMessage, res: ServerResponse) => unknown = () => {}
  const { url: issuer, close } = await listen((req, res) => handle(req, res))
  const state: RunningProvider = { issuer, people: {}, next: null, ended: 0, close }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'halyard',
        client_secret: 'shh',
        redirect_uris: [callback],
        post_logout_redirect_uris: [back],
        ...(backChannel && {
          backchannel_logout_uri: backChannel,
          backchannel_logout_session_required: true
        })
      }
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of a test'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'groups'],
      profile: ['preferred_username', 'name'],
      email: ['email', 'email_verified']
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: backChannel !== undefined },
      rpInitiatedLogout: {
        enabled: true,
        // Asks no question, because no test presses a button there.
        logoutSource: (ctx, form) => {
          ctx.body = `<body>${form}<script>document.forms[0].submit()</script></body>`
        }
      }
    },
    // The built-in one refuses addresses of this machine.
    fetch: (url, { method, headers, body, signal } = {}) => fetch(url, { method, headers, body, signal }),
    interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...state.people[id] }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    }
  })
  provider.on('end_session.success', () => state.ended++)
  const answer = provider.callback()
  handle = async (req, res) => {
    if (!req.url?.startsWith('/login/')) return answer(req, res)
    const result = state.next === null ? { error: 'access_denied' } : { login: { accountId: state.next } }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  return state
}

/** Takes logout tokens as the platform's address for them does; `take` throws to refuse one. */
export async function startLogoutEndpoint(take: (token: string) => Promise<void>) {
  return listen(async (req, res) => {
    let text = ''
    for await (const part of req) text += part
    const token = new URLSearchParams(text).get('logout_token') ?? ''
    const status = await take(token).then(
      () => 200,
      () => 400
    )
    res.writeHead(status).end()
  })
}

/** Follows redirects as a browser does, with cookies, until one leads to `until`; returns that address. */
export async function follow(start: string, until: string, jar = new Map<string, string>()): Promise<URL> {
  let at = start
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string]
      jar.set(name, value)
    }
    const to = answer.headers.get('location')
    if (!to) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
    at = new URL(to, at).href
    if (at.startsWith(until)) return new URL(at)
  }
  throw new Error('Too many redirects')
}

type Route = (req: IncomingMessage, body: URLSearchParams) => { status?: number; body: unknown }

/** A server with the paths of a provider, whose replies a test sets. */
export async function startScripted() {
  const routes: Record<string, Route> = {}
  const asked: { path: string; body: URLSearchParams; headers: IncomingMessage['headers'] }[] = []
  const { url, close } = await listen(async (req, res) => {
    let text = ''
    for await (const part of req) text += part
    const body = new URLSearchParams(text)
    const path = req.url!.split('?')[0]!
    asked.push({ path, body, headers: req.headers })
    const answer = routes[path]?.(req, body) ?? { status: 404, body: {} }
    res.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(answer.body))
  })
  return { url, close, routes, asked }
}
export type Scripted = Awaited<ReturnType<typeof startScripted>>

/** Makes a scripted server an OpenID provider whose ID tokens come from `token`. */
export async function scriptOidc({ url, routes }: Scripted) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const other = (await generateKeyPair('RS256')).privateKey
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const script = { idToken: '', userinfo: {} as Record<string, unknown>, metadata: {} }
  routes['/.well-known/openid-configuration'] = () => ({
    body: {
      ...{ issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` },
      ...{ jwks_uri: `${url}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...script.metadata
    }
  })
  routes['/jwks'] = () => ({ body: { keys: [key] } })
  routes['/token'] = () => ({ body: { access_token: 'a', token_type: 'bearer', id_token: script.idToken } })
  const now = Math.floor(Date.now() / 1000)
  const claims = (nonce: string, more: JWTPayload = {}): JWTPayload => ({
    ...{ iss: url, aud: 'halyard', sub: 'mallory', nonce, iat: now, exp: now + 300 },
    ...{ email: 'mallory@example.org', email_verified: true },
    ...more
  })
  const sign = (payload: JWTPayload, alg = 'RS256', by: CryptoKey | Uint8Array = privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: 'k1' }).sign(by)
  return { script, claims, sign, other, publicKey }
}
