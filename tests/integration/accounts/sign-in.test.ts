import { exportSPKI } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { hashPassword } from '~/server/accounts'
import type { ProviderInput, SignInOutcome } from '~/server/sign-in/contract'
import {
  follow,
  type RunningProvider,
  type Scripted,
  scriptOidc,
  startOidcProvider,
  startScripted
} from '../../support/accounts/identity-provider'
import { addApp, codeOf } from '../../support/accounts/second-factors'
import { type Domain, openDomain, refused } from '../../support/domain'

const ORIGIN = 'http://localhost:8080'
const PASSWORD = 'a pass phrase'
const callbackOf = (slug: string) => `${ORIGIN}/account/SignIn/${slug}/Callback`

let domain: Domain
let hash: string
let real: RunningProvider
let scripted: Scripted
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
    roles: []
  },
  ...change
})
const providers = () => domain.services.signIn.providers

beforeAll(async () => {
  domain = await openDomain({ PUBLIC_URL: ORIGIN, SIGN_IN_PRIVATE_HOSTS: 'on' })
  hash = await hashPassword(PASSWORD)
  real = await startOidcProvider(callbackOf('club'), `${ORIGIN}/`)
  scripted = await startScripted()
  oidc = await scriptOidc(scripted)
  const roles = [{ claim: 'groups', value: 'crew', role: 'Monitor' as const }]
  await providers().create(domain.admin, providerOf({ roles }))
  await providers().create(domain.admin, providerOf({ slug: 'other', name: 'Other', issuer: scripted.url }))
  for (const kind of ['github', 'discord', 'ctftime'] as const)
    await providers().create(domain.admin, providerOf({ slug: kind, name: kind, kind, issuer: scripted.url }))
})
afterAll(async () => {
  await real?.close()
  await scripted?.close()
  await domain.close()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const visitor = () => domain.as(null)
const sent = (cookies: string[]) =>
  cookies
    .map((cookie) => cookie.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

async function begin(slug = 'club', ctx: Ctx = visitor(), from = '/games') {
  const { url, cookies } = await domain.services.signIn.start(ctx, slug, from)
  return { url: new URL(url), cookie: sent(cookies) }
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
  return (await domain.services.accounts.sessions.authenticate(sent(cookies), null)).actor
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

describe('a provider of OpenID Connect', () => {
  it('signs an unknown person in, makes the account once and finds it again', async () => {
    const first = await signIn('ada', { preferred_username: 'ada' })
    expect(first).toMatchObject({ to: 'return', from: '/games' })
    const ada = await actorOf(first)
    expect(ada).toMatchObject({ userName: 'ada', role: 'User' })
    const again = await actorOf(await signIn('ada', { preferred_username: 'renamed' }))
    expect(again?.id).toBe(ada?.id)
    expect(again?.sessionId).not.toBe(ada?.sessionId)
    expect(await sql('SELECT email, active FROM users WHERE id = $1', ada!.id)).toEqual([
      { email: 'ada@example.org', active: true }
    ])
  })

  it('makes names valid and free', async () => {
    await signIn('n1', { preferred_username: '  Wörd\u200b@very-long-name-indeed ' })
    const [one] = await sql(`SELECT user_name FROM users WHERE email = 'n1@example.org'`)
    expect(one.user_name).toBe('Wördvery-long-n')
    await signIn('n2', { preferred_username: 'WÖRDVERY-LONG-N' })
    const [two] = await sql(`SELECT user_name FROM users WHERE email = 'n2@example.org'`)
    expect(two.user_name).toMatch(/^WÖRDVERY-L\d{5}$/)
  })

  it('asks for PKCE, state and nonce, with values of each attempt', async () => {
    const [one, two] = [await begin(), await begin()]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one.url.searchParams.get(name)).not.toBe(two.url.searchParams.get(name))
    }
    expect(one.url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(one.url.searchParams.get('redirect_uri')).toBe(callbackOf('club'))
  })

  it('gives the role of a rule at the next sign-in, and withdraws only roles that a rule gave', async () => {
    await signIn('rita')
    expect((await actorOf(await signIn('rita', { groups: ['crew', 'x'] })))?.role).toBe('Monitor')
    const fallen = await actorOf(await signIn('rita', { groups: [] }))
    expect(fallen?.role).toBe('User')
    await sql(`UPDATE users SET role = 'Admin' WHERE id = $1`, fallen!.id)
    expect((await actorOf(await signIn('rita', { groups: [] })))?.role).toBe('Admin')
  })

  it('leads to the end of the session there', async () => {
    const outcome = await signIn('leaver')
    const actor = await actorOf(outcome)
    const end = await domain.services.signIn.endSession({ ...visitor(), actor })
    const url = new URL(end!.url)
    expect(url.origin).toBe(real.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    const [{ id_token: stored }] = await sql(
      'SELECT id_token FROM session_providers WHERE session_id = $1',
      actor!.sessionId
    )
    expect(stored).not.toContain(url.searchParams.get('id_token_hint'))
  })
})

describe('attacks on an attempt', () => {
  it('fail with a used state, of another browser or provider, or after ten minutes', async () => {
    const { back, cookie } = await cameBack('eve')
    const expired = (work: Promise<unknown>) => refused(work, 'sign_in.expired')
    await expired(finish(back.search, null))
    await expired(finish(back.search, (await begin()).cookie))
    await expired(finish(back.search, cookie, 'other'))
    await expired(finish('?code=x&state=made-up', cookie))
    await expired(finish('?code=x', cookie))
    await expired(finish('', cookie))
    const both = await Promise.allSettled([finish(back.search, cookie), finish(back.search, cookie)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expired(finish(back.search, cookie))

    const late = await cameBack('eve')
    await sql(`UPDATE sign_in_attempts SET expires_at = now() - interval '1 second'`)
    await expired(finish(late.back.search, late.cookie))
  })

  it('fail with the code of another attempt', async () => {
    const stolen = await cameBack('victim')
    const own = await begin()
    const search = `?code=${stolen.back.searchParams.get('code')}&state=${own.url.searchParams.get('state')}&iss=${real.issuer}`
    await refused(finish(search, own.cookie), 'sign_in.failed')
    expect(await sql(`SELECT FROM users WHERE email = 'victim@example.org'`)).toEqual([])
  })

  it('fail with a reply of another issuer', async () => {
    const { back, cookie } = await cameBack('mixed')
    back.searchParams.set('iss', scripted.url)
    await refused(finish(back.search, cookie), 'sign_in.failed')
    const bare = await cameBack('mixed')
    bare.back.searchParams.delete('iss')
    await refused(finish(bare.back.search, bare.cookie), 'sign_in.failed')
  })

  it('fail when the login is cancelled, and create nothing', async () => {
    const { back, cookie } = await cameBack(null)
    await refused(finish(back.search, cookie), 'sign_in.refused')
  })

  it('never continue a session that the browser sent', async () => {
    const { back, cookie } = await cameBack('fixed')
    const planted = `halyard_session=${'a'.repeat(40)}`
    const outcome = await finish(back.search, `${cookie}; ${planted}`)
    expect(sent(outcome.cookies)).not.toContain('a'.repeat(40))
    expect((await domain.services.accounts.sessions.authenticate(planted, null)).actor).toBeNull()
  })
})

describe('attacks by ID tokens', () => {
  const now = Math.floor(Date.now() / 1000)
  const bad: [string, (nonce: string) => Promise<string>][] = [
    ['of another issuer', (n) => oidc.sign(oidc.claims(n, { iss: 'https://evil.example' }))],
    ['for another client', (n) => oidc.sign(oidc.claims(n, { aud: 'somebody-else' }))],
    [
      'for several clients, for another one',
      (n) => oidc.sign(oidc.claims(n, { aud: ['halyard', 'b'], azp: 'b' }))
    ],
    ['that has expired', (n) => oidc.sign(oidc.claims(n, { exp: now - 3600, iat: now - 7200 }))],
    ['with another nonce', () => oidc.sign(oidc.claims('replayed'))],
    ['without a nonce', (n) => oidc.sign({ ...oidc.claims(n), nonce: undefined })],
    ['without a subject', (n) => oidc.sign({ ...oidc.claims(n), sub: undefined })],
    ['of another key', (n) => oidc.sign(oidc.claims(n), 'RS256', oidc.other)],
    [
      'signed with the public key as a secret',
      async (n) =>
        oidc.sign(oidc.claims(n), 'HS256', new TextEncoder().encode(await exportSPKI(oidc.publicKey)))
    ],
    [
      'signed with the client’s secret',
      (n) => oidc.sign(oidc.claims(n), 'HS256', new TextEncoder().encode('shh'.padEnd(32, '-')))
    ],
    [
      'that nobody signed',
      async (n) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part(oidc.claims(n))}.`
      }
    ],
    [
      'whose claims were changed',
      async (n) => {
        const [head, , signature] = (await oidc.sign(oidc.claims(n))).split('.')
        const body = Buffer.from(JSON.stringify(oidc.claims(n, { sub: 'admin' }))).toString('base64url')
        return `${head}.${body}.${signature}`
      }
    ],
    ['with a subject that no text can hold', (n) => oidc.sign(oidc.claims(n, { sub: 'a\u0000b' }))],
    ['with a subject of 256 characters', (n) => oidc.sign(oidc.claims(n, { sub: 'x'.repeat(256) }))],
    ['that is none', async () => 'no.token.here']
  ]
  it.each(bad)('fail with one %s', async (_name, token) => {
    const { work } = await scriptedAttempt(token)
    await refused(work(), 'sign_in.failed')
    expect(await sql(`SELECT FROM users WHERE email = 'mallory@example.org'`)).toEqual([])
  })

  it('are told from a right one, which is accepted', async () => {
    const { work } = await scriptedAttempt((n) =>
      oidc.sign(oidc.claims(n, { sub: 'good', email: 'good@example.org' }))
    )
    expect((await work()).to).toBe('return')
  })
})

describe('existing accounts', () => {
  it('are not opened by an address that the provider did not verify', async () => {
    const member = await account('mira@example.org')
    for (const claims of [
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: undefined }
    ]) {
      const { back, cookie } = await cameBack('thief', { email: 'mira@example.org', ...claims })
      await refused(finish(back.search, cookie), 'sign_in.address_unproven')
    }
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
  })

  it('are linked by a proven address only with their password', async () => {
    const member = await account('lena@example.org')
    const outcome = await signIn('lena')
    expect(outcome.to).toBe('link')
    expect(await actorOf(outcome)).toBeNull()
    const cookie = sent(outcome.cookies)
    const { signIn: door } = domain.services
    expect(await door.pending(cookie)).toEqual({ provider: 'Club', email: 'lena@example.org' })
    await refused(door.link(visitor(), 'guessed', cookie), 'identity.password_mismatch')
    await refused(door.link(visitor(), PASSWORD, null), 'sign_in.expired')
    await refused(door.link(visitor(), PASSWORD, 'halyard_link=v1:AAAA:AAAA:AAAA'), 'sign_in.expired')
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
    const linked = await door.link(visitor(), PASSWORD, cookie)
    expect((await actorOf(linked))?.id).toBe(member.id)
    expect((await actorOf(await signIn('lena')))?.id).toBe(member.id)
  })

  it('are refused when banned or not active, with the messages of the password login', async () => {
    const member = await actorOf(await signIn('bad'))
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, member!.id)
    await refused(signIn('bad'), 'account.banned', 401)
    await sql(`UPDATE users SET role = 'User', active = false WHERE id = $1`, member!.id)
    await refused(signIn('bad'), 'sign_in.inactive')
    await account('ban@example.org', { role: 'Banned' })
    const { cookies } = await signIn('ban')
    await refused(domain.services.signIn.link(visitor(), PASSWORD, sent(cookies)), 'account.banned', 401)
  })

  it('get no siblings without permission: provider, registration, domains', async () => {
    const { settings } = domain.services
    const [{ id }] = await sql(`SELECT id FROM sign_in_providers WHERE slug = 'club'`)
    const { slug: _, kind: __, issuer: ___, ...club } = providerOf({})
    await providers().update(domain.admin, id, { ...club, createsAccounts: false })
    await refused(signIn('new1'), 'sign_in.no_account')
    await providers().update(domain.admin, id, { ...club, domains: 'club.example' })
    await refused(signIn('new1'), 'sign_in.domain')
    await providers().update(domain.admin, id, club)
    await settings.update(domain.admin, { accountPolicy: { emailDomainList: 'club.example' } })
    await refused(signIn('new1'), 'account.email_domain_not_allowed')
    await settings.update(domain.admin, { accountPolicy: { emailDomainList: '', allowRegister: false } })
    await refused(signIn('new1'), 'sign_in.no_account')
    await settings.update(domain.admin, { accountPolicy: { allowRegister: true, activeOnRegister: false } })
    expect(await signIn('new1')).toMatchObject({ to: 'waiting' })
    await refused(signIn('new1'), 'sign_in.inactive')
    await settings.update(domain.admin, { accountPolicy: { activeOnRegister: true } })
  })
})

describe('a user’s own identities', () => {
  it('are linked by the password, in the session that began, and belong to one account', async () => {
    const member = await account('olga@example.org')
    const session = await domain.services.accounts.login(visitor(), {
      userName: member.name,
      password: PASSWORD
    })
    const { actor } = await domain.services.accounts.sessions.authenticate(sent([session.cookie]), null)
    const ctx = { ...visitor(), actor }
    const { signIn: door } = domain.services
    const wrong = await refused(door.startLink(ctx, 'club', 'guessed'), 'identity.password_mismatch')
    expect(wrong.extra.field).toBe('password')

    real.next = 'olga-there'
    real.people['olga-there'] = {}
    const attempt = async () => {
      const { url, cookies } = await door.startLink(ctx, 'club', PASSWORD)
      return { back: await follow(url, callbackOf('club')), cookie: sent(cookies) }
    }
    const stranger = await attempt()
    await refused(finish(stranger.back.search, stranger.cookie), 'sign_in.other_session')
    const own = await attempt()
    expect((await finish(own.back.search, own.cookie, 'club', ctx)).to).toBe('linked')
    const twice = await attempt()
    await refused(finish(twice.back.search, twice.cookie, 'club', ctx), 'sign_in.already_linked')
    const [identity] = await door.identities(ctx)
    expect(identity).toMatchObject({ provider: 'Club' })
    await refused(door.unlink(domain.admin, identity!.id), 'sign_in.no_identity', 404)
    await door.unlink(ctx, identity!.id)
    expect(await door.identities(ctx)).toEqual([])
  })

  it('include the last login method, which cannot be removed', async () => {
    const actor = await actorOf(await signIn('only'))
    const ctx = { ...visitor(), actor }
    const { signIn: door } = domain.services
    expect(await door.hasPassword(ctx)).toBe(false)
    const [identity] = await door.identities(ctx)
    await refused(door.unlink(ctx, identity!.id), 'sign_in.last_way')
    await sql('UPDATE users SET password_hash = $2 WHERE id = $1', actor!.id, hash)
    expect(await door.hasPassword(ctx)).toBe(true)
    await door.unlink(ctx, identity!.id)
  })
})

describe('providers by OAuth', () => {
  const answer = (path: string, body: unknown) => {
    scripted.routes[path] = () => ({ body })
  }
  const through = async (slug: string) => {
    const { url, cookie } = await begin(slug)
    return finish(`?code=c&state=${url.searchParams.get('state')}`, cookie, slug)
  }

  it('GitHub gives its primary verified address, and no other', async () => {
    answer('/login/oauth/access_token', { access_token: 'g', token_type: 'bearer', scope: 'read:user' })
    answer('/api/v3/user', { id: 77, login: 'octo', name: 'Octo', email: 'public@example.org' })
    answer('/api/v3/user/emails', [{ email: 'octo@example.org', primary: true, verified: false }])
    await refused(through('github'), 'sign_in.address_unproven')
    answer('/api/v3/user/emails', [
      { email: 'second@example.org', primary: false, verified: true },
      { email: 'octo@example.org', primary: true, verified: true }
    ])
    const actor = await actorOf(await through('github'))
    expect(actor?.userName).toBe('octo')
    expect(await sql('SELECT email FROM users WHERE id = $1', actor!.id)).toEqual([
      { email: 'octo@example.org' }
    ])
    const token = scripted.asked.findLast(({ path }) => path === '/login/oauth/access_token')!
    expect(Object.fromEntries(token.body)).toMatchObject({
      code: 'c',
      client_id: 'halyard',
      client_secret: 'shh'
    })
    expect(token.body.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    // The subject is the number, because another person may take the login name later.
    answer('/api/v3/user', { id: 78, login: 'octo' })
    expect((await through('github')).to).toBe('link')
  })

  it('Discord gives no address that is not verified', async () => {
    answer('/api/oauth2/token', { access_token: 'd', token_type: 'Bearer' })
    answer('/api/users/@me', { id: '9', username: 'wumpus', email: 'w@example.org', verified: false })
    await refused(through('discord'), 'sign_in.address_unproven')
    answer('/api/users/@me', { id: '9', username: 'wumpus', email: 'w@example.org', verified: true })
    expect((await actorOf(await through('discord')))?.userName).toBe('wumpus')
  })

  it('CTFtime proves no address, so it only opens linked accounts', async () => {
    answer('/token', { access_token: 'c' })
    answer('/user', { id: 5, name: 'ctfer', email: 'w@example.org', team: { id: 1, name: 'T' } })
    await refused(through('ctftime'), 'sign_in.address_unproven')
    answer('/user', { team: { id: 1, name: 'T' } })
    await refused(through('ctftime'), 'sign_in.failed')
  })

  it('an error instead of a token admits nobody', async () => {
    answer('/login/oauth/access_token', { error: 'bad_verification_code' })
    await refused(through('github'), 'sign_in.failed')
  })
})

describe('login by providers only', () => {
  it('leaves passwords to administrators alone, and registers nobody', async () => {
    const user = await account('pass@example.org')
    const admin = await account('root@example.org', { role: 'Admin' })
    await domain.services.settings.update(domain.admin, { accountPolicy: { onlyProviders: true } })
    const login = (userName: string, password = PASSWORD) =>
      domain.services.accounts.login(visitor(), { userName, password })
    await refused(login(user.name), 'account.only_providers', 403)
    await refused(login(user.name, 'guessed'), 'account.bad_credentials', 401)
    expect((await login(admin.name)).cookie).toContain('halyard_session')
    const input = { userName: 'newcomer', password: PASSWORD, email: 'newcomer@example.org' }
    await refused(domain.services.accounts.register(visitor(), input), 'account.register_disabled')
    expect((await signIn('welcome')).to).toBe('return')
    await sql('UPDATE sign_in_providers SET enabled = false')
    expect((await login(user.name)).cookie).toContain('halyard_session')
    await sql('UPDATE sign_in_providers SET enabled = true')
    await domain.services.settings.update(domain.admin, { accountPolicy: { onlyProviders: false } })
  })
})

describe('the settings of providers', () => {
  it('are for administrators, and the secret is sealed and in no view or audit', async () => {
    const [member] = await domain.users(1)
    await refused(providers().list(domain.as(member!)), 'auth.forbidden', 403)
    await refused(providers().create(domain.as(member!), providerOf({ slug: 'mine' })), 'auth.forbidden', 403)
    const secret = 'unmistakable-secret'
    const id = await providers().create(domain.admin, providerOf({ slug: 'sealed', clientSecret: secret }))
    expect(JSON.stringify(await providers().list(domain.admin))).not.toContain(secret)
    const [row] = await sql('SELECT secret FROM sign_in_providers WHERE id = $1', id)
    expect(row.secret).toMatch(/^v1:/)
    expect(row.secret).not.toContain(secret)
    const audits = await sql(`SELECT before, after FROM audit_events WHERE target = 'provider:sealed'`)
    expect(JSON.stringify(audits)).not.toContain(secret)
    expect(
      (await refused(providers().create(domain.admin, providerOf({ slug: 'sealed' })), 'sign_in.slug_taken'))
        .extra.field
    ).toBe('slug')
    await providers().remove(domain.admin, id)
    await refused(providers().remove(domain.admin, id), 'sign_in.no_provider', 404)
  })

  it('permit no address of this machine or of private networks unless the operator does', async () => {
    const strict = await openDomain({ PUBLIC_URL: ORIGIN })
    try {
      const add = (slug: string, issuer: string) =>
        strict.services.signIn.providers.create(strict.admin, providerOf({ slug, issuer }))
      expect((await refused(add('plain', real.issuer), 'sign_in.issuer_insecure')).extra.field).toBe('issuer')
      const port = new URL(real.issuer).port
      const inside = [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
        '10.0.0.1',
        '2130706433'
      ]
      for (const [place, host] of inside.entries()) {
        await add(`p${place}`, `https://${host}:${port}`)
        const began = Date.now()
        await refused(strict.services.signIn.start(visitor(), `p${place}`, '/'), 'sign_in.unreachable', 502)
        expect(Date.now() - began).toBeLessThan(4000)
      }
    } finally {
      await strict.close()
    }
  })
})

describe('an account with a second factor', () => {
  const secretOf = async () => {
    await signIn('fay')
    const outcome = await signIn('fay')
    const ctx = { ...visitor(), actor: await actorOf(outcome) }
    return { outcome, ctx, ...(await addApp(domain, ctx)) }
  }

  it('needs it after the provider, and the session ends at the provider too', async () => {
    const { ctx, key } = await secretOf()
    const next = await signIn('fay')
    expect(next.to).toBe('second')
    expect(await actorOf(next)).toBeNull()
    const cookies = await domain.services.factors.finish(visitor(), codeOf(key, 1), sent(next.cookies))
    const actor = (await domain.services.accounts.sessions.authenticate(sent(cookies), null)).actor
    expect(actor?.id).toBe(ctx.actor!.id)
    const ends = await domain.services.signIn.endSession({ ...visitor(), actor })
    expect(ends?.url).toContain('id_token_hint=')
  })

  it('needs none after a provider that counts as one', async () => {
    const [club] = await providers().list(domain.admin)
    const { id: _, hasSecret: _1, callback: _2, identities: _3, ...same } = club!
    await providers().update(domain.admin, club!.id, { ...same, countsAsBoth: true })
    const outcome = await signIn('fay')
    expect(outcome.to).toBe('return')
    const { id, sessionId } = (await actorOf(outcome))!
    expect(await sql('SELECT second_factor AS had FROM sessions WHERE id = $1', sessionId)).toEqual([
      { had: true }
    ])
    await providers().update(domain.admin, club!.id, { ...same, countsAsBoth: false })
    await sql('DELETE FROM second_factors WHERE user_id = $1', id)
    expect((await signIn('fay')).to).toBe('return')
  })

  it('is not linked by its password alone', async () => {
    const member = await account('gil@example.org')
    await sql(
      `INSERT INTO second_factors (id, user_id, kind, name, secret) VALUES (gen_random_uuid(), $1, 'totp', 'App', 'x')`,
      member.id
    )
    const outcome = await signIn('gil')
    expect(outcome.to).toBe('link')
    const linking = domain.services.signIn.link(visitor(), PASSWORD, sent(outcome.cookies))
    await refused(linking, 'sign_in.link_in_profile', 400)
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
  })
})
