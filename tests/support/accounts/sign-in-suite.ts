import { afterAll, beforeAll } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { hashPassword } from '~/server/accounts'
import type { ProviderInput, SignInOutcome } from '~/server/sign-in/contract'
import { type Domain, openDomain } from '../domain'
import {
  follow,
  type RunningProvider,
  type Scripted,
  scriptOidc,
  startLogoutEndpoint,
  startOidcProvider,
  startScripted
} from './identity-provider'
import { cookieHeader } from './second-factors'

export const ORIGIN = 'http://localhost:8080'
export const PASSWORD = 'a pass phrase'

/** A real and a scripted identity provider and attempts to log in, for all tests of a file. `env`: more of the platform's. */
export function openSignInSuite(env: Record<string, string> = {}) {
  const callbackOf = (slug: string) => `${ORIGIN}/account/SignIn/${slug}/Callback`

  let domain: Domain
  let hash: string
  let real: RunningProvider
  let scripted: Scripted
  let logoutEndpoint: { url: string; close(): Promise<void> }
  /** Logout tokens that the real provider has sent. */
  const told: string[] = []
  let oidc: Awaited<ReturnType<typeof scriptOidc>>

  const providerOf = (change: Partial<ProviderInput>): ProviderInput => ({
    ...{
      name: 'Club',
      slug: 'club',
      kind: 'oidc',
      issuer: real.issuer,
      clientId: 'halyard',
      clientSecret: 'shh'
    },
    ...{
      enabled: true,
      createsAccounts: true,
      singleLogout: true,
      countsAsBoth: false,
      domains: '',
      roles: [],
      divisions: []
    },
    ...change
  })
  const providers = () => domain.services.signIn.providers

  beforeAll(async () => {
    domain = await openDomain({ PUBLIC_URL: ORIGIN, SIGN_IN_PRIVATE_HOSTS: 'on', ...env })
    hash = await hashPassword(PASSWORD)
    logoutEndpoint = await startLogoutEndpoint(async (token) => {
      told.push(token)
      await domain.services.signIn.backChannelLogout(visitor(), 'club', token)
    })
    real = await startOidcProvider(callbackOf('club'), `${ORIGIN}/`, logoutEndpoint.url)
    scripted = await startScripted()
    oidc = await scriptOidc(scripted)
    const roles = [
      { claim: 'groups', value: 'crew', role: 'Monitor' as const },
      { claim: 'groups', value: 'board', role: 'Admin' as const }
    ]
    await providers().create(domain.admin, providerOf({ roles }))
    await providers().create(domain.admin, providerOf({ slug: 'other', name: 'Other', issuer: scripted.url }))
    for (const kind of ['github', 'discord', 'ctftime'] as const)
      await providers().create(
        domain.admin,
        providerOf({ slug: kind, name: kind, kind, issuer: scripted.url })
      )
  })
  afterAll(async () => {
    await real?.close()
    await scripted?.close()
    await logoutEndpoint?.close()
    await domain.close()
  })

  const sql = async (text: string, ...values: unknown[]) =>
    (await domain.stores.db.pool.query(text, values)).rows
  const visitor = () => domain.as(null)

  async function begin(slug = 'club', ctx: Ctx = visitor(), from = '/games') {
    const { url, cookies } = await domain.services.signIn.start(ctx, slug, from)
    return { url: new URL(url), cookie: cookieHeader(cookies) }
  }

  /** Logs in at the real provider; returns the address of the callback. */
  async function cameBack(name: string | null, claims: Record<string, unknown> = {}) {
    real.next = name
    if (name) real.people[name] = { email: `${name}@example.org`, email_verified: true, ...claims }
    const attempt = await begin()
    const back = await follow(attempt.url.href, callbackOf('club'))
    return { ...attempt, back }
  }

  const finish = (search: string, cookie: string | null, slug = 'club', ctx = visitor()) =>
    domain.services.signIn.finish(ctx, slug, search, cookie)

  async function signIn(name: string, claims: Record<string, unknown> = {}): Promise<SignInOutcome> {
    const { back, cookie } = await cameBack(name, claims)
    return finish(back.search, cookie)
  }

  async function actorOf({ cookies }: SignInOutcome) {
    return (await domain.services.accounts.sessions.authenticate(cookieHeader(cookies), null)).actor
  }

  async function account(email: string, more: { role?: string; active?: boolean } = {}) {
    const [member] = await domain.users(1)
    await sql(
      'UPDATE users SET password_hash = $2, email = $3, email_key = $3, role = $4, active = $5 WHERE id = $1',
      ...[member!.id, hash, email, more.role ?? 'User', more.active ?? true]
    )
    return member!
  }

  /** The scripted provider's reply to a login attempt of this browser. */
  async function scriptedAttempt(idToken: (nonce: string) => Promise<string>) {
    const { url, cookie } = await begin('other')
    oidc.script.idToken = await idToken(url.searchParams.get('nonce')!)
    const search = `?code=c&state=${url.searchParams.get('state')}`
    return { search, cookie, work: () => finish(search, cookie, 'other') }
  }

  return {
    told,
    callbackOf,
    providerOf,
    providers,
    sql,
    visitor,
    begin,
    cameBack,
    finish,
    signIn,
    actorOf,
    account,
    scriptedAttempt,
    get domain() {
      return domain
    },
    get hash() {
      return hash
    },
    get real() {
      return real
    },
    get scripted() {
      return scripted
    },
    get oidc() {
      return oidc
    }
  }
}
