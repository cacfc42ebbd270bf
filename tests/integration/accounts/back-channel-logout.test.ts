import { randomUUID } from 'node:crypto'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import type { SignInOutcome } from '~/server/sign-in/contract'
import { follow } from '../../support/accounts/identity-provider'
import { addApp, codeOf, cookieHeader } from '../../support/accounts/second-factors'
import { openSignInSuite } from '../../support/accounts/sign-in-suite'
import { refused } from '../../support/domain'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

const suite = openSignInSuite()
const { actorOf, sql, begin, visitor, finish, signIn, scriptedAttempt } = suite

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const logOut = (token: string, slug = 'other') =>
  suite.domain.services.signIn.backChannelLogout(visitor(), slug, token)
const isIn = async (session: string) =>
  (await sql('SELECT FROM sessions WHERE id = $1', session)).length === 1

/** A login of a person by the scripted provider. */
async function logIn(sub: string, sid?: string): Promise<SignInOutcome> {
  const claims = { sub, email: `${sub}@example.org`, ...(sid && { sid }) }
  const { work } = await scriptedAttempt((nonce) => suite.oidc.sign(suite.oidc.claims(nonce, claims)))
  return work()
}

const session = async (sub: string, sid?: string) => (await actorOf(await logIn(sub, sid)))!.sessionId

const logoutClaims = (more: Record<string, unknown> = {}) => {
  const now = Math.floor(Date.now() / 1000)
  return {
    ...{ iss: suite.scripted.url, aud: 'halyard', iat: now, exp: now + 120, jti: randomUUID() },
    ...{ events: { [EVENT]: {} }, sub: 'ben', ...more }
  }
}
const token = (more: Record<string, unknown> = {}, ...by: [string?, (CryptoKey | Uint8Array)?]) =>
  suite.oidc.sign(logoutClaims(more) as never, ...by)

describe('a provider that ends a session', () => {
  it('of the real world ends the one here that came of it, and no other', async () => {
    const jar = new Map<string, string>()
    suite.real.next = 'lena'
    suite.real.people.lena = { email: 'lena@example.org', email_verified: true }
    const attempt = await begin()
    const back = await follow(attempt.url.href, suite.callbackOf('club'), jar)
    const actor = await actorOf(await finish(back.search, attempt.cookie))
    const elsewhere = await actorOf(await signIn('lena'))
    const stranger = await actorOf(await signIn('otto'))
    const { url } = (await suite.domain.services.signIn.endSession({ ...visitor(), actor }))!
    // Its page asks by a form that a script sends.
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await fetch(url, { headers: { cookie: cookie() } })
    for (const set of page.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string]
      jar.set(name, value)
    }
    const html = await page.text()
    const field = /name="xsrf" value="([^"]+)"/.exec(html)![1]!
    const to = /action="([^"]+)"/.exec(html)![1]!
    const body = new URLSearchParams({ xsrf: field, logout: 'yes' })
    await fetch(to, { method: 'POST', body, headers: { cookie: cookie() }, redirect: 'manual' })
    await expect.poll(() => isIn(actor!.sessionId)).toBe(false)
    expect(await isIn(elsewhere!.sessionId)).toBe(true)
    expect(await isIn(stranger!.sessionId)).toBe(true)
    expect(suite.told).toHaveLength(1)
    // Its token works once.
    await refused(logOut(suite.told[0]!, 'club'), 'sign_in.logout_token', 400)
  })

  it('names a person, a session or both', async () => {
    const [one, two, other] = [
      await session('ben', 's1'),
      await session('ben', 's2'),
      await session('eva', 's3')
    ]
    expect(await logOut(await token({ sid: 's1' }))).toBe(1)
    expect([await isIn(one), await isIn(two), await isIn(other)]).toEqual([false, true, true])
    expect(await logOut(await token({ sub: undefined, sid: 's3' }))).toBe(1)
    expect([await isIn(two), await isIn(other)]).toEqual([true, false])
    const again = await session('ben', 's4')
    expect(await logOut(await token())).toBe(2)
    expect([await isIn(two), await isIn(again)]).toEqual([false, false])
    expect(await logOut(await token({ sub: 'nobody' }))).toBe(0)
    const audits = await sql(
      `SELECT FROM audit_events WHERE action = 'logged_out_by_provider' AND after->>'provider' = 'other'`
    )
    expect(audits).toHaveLength(4)
  })
})

describe('a provider that names only a session', () => {
  it('ends it among many of others', async () => {
    const [last] = await suite.domain.users(1)
    await sql(
      `WITH many AS (INSERT INTO sessions (id, user_id, expires_at)
         SELECT '00000' || n, $1, now() + interval '1 hour' FROM generate_series(1, 10000) n RETURNING id)
       INSERT INTO session_providers (session_id, provider_id)
       SELECT many.id, p.id FROM many, sign_in_providers p WHERE p.slug = 'other'`,
      last!.id
    )
    const own = await session('fred', 's-many')
    expect(await logOut(await token({ sub: undefined, sid: 's-many' }))).toBe(1)
    expect(await isIn(own)).toBe(false)
    await sql('DELETE FROM sessions WHERE user_id = $1', last!.id)
  })

  it('ends a login that waits for a second factor, and what has become of one', async () => {
    const actor = await actorOf(await logIn('gwen'))
    const { key } = await addApp(suite.domain, { ...visitor(), actor })
    const attempt = async (sid: string) => (await logIn('gwen', sid)).cookies
    const left = await attempt('s-left')
    await attempt('s-ends')
    const waits = () => sql('SELECT FROM login_steps WHERE user_id = $1', actor!.id)
    expect(await waits()).toHaveLength(2)
    await logOut(await token({ sub: undefined, sid: 's-ends' }))
    expect(await waits()).toHaveLength(1)
    const { factors } = suite.domain.services
    const cookies = await factors.finish(visitor(), codeOf(key, 1), cookieHeader(left))
    const { sessionId } = (await actorOf({ cookies } as SignInOutcome))!
    expect(await logOut(await token({ sub: undefined, sid: 's-left' }))).toBe(1)
    expect(await isIn(sessionId)).toBe(false)
  })
})

describe('attacks on the back channel', () => {
  it('fail, and end no session', async () => {
    const victim = await session('ben')
    const now = Math.floor(Date.now() / 1000)
    const { privateKey: stranger } = await generateKeyPair('RS256')
    const unsigned = (header: object) =>
      `${[header, logoutClaims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    const wrong: Record<string, string> = {
      audience: await token({ aud: 'another' }),
      issuer: await token({ iss: suite.real.issuer }),
      key: await token({}, 'RS256', stranger),
      'no signature': unsigned({ alg: 'none' }),
      'no signature, in other letters': unsigned({ alg: 'NONE', typ: 'logout+jwt' }),
      'the public key as a secret': await token(
        {},
        'HS256',
        new TextEncoder().encode(await exportSPKI(suite.oidc.publicKey))
      ),
      'the secret of the client': await token({}, 'HS256', new TextEncoder().encode('shh'.padEnd(32, 'h'))),
      'an ID token': await suite.oidc.sign(suite.oidc.claims('n', { sub: 'ben' })),
      nonce: await token({ nonce: 'n' }),
      'no event': await token({ events: undefined }),
      'another event': await token({ events: { 'http://example.org/event': {} } }),
      'an event that is no object': await token({ events: { [EVENT]: true } }),
      'no id': await token({ jti: undefined }),
      'no time': await token({ iat: undefined }),
      old: await token({ iat: now - 3600, exp: now + 3600 }),
      'over already': await token({ exp: now - 600 }),
      'of the future': await token({ iat: now + 3600, exp: now + 7200 }),
      nobody: await token({ sub: undefined }),
      'another type': await new SignJWT(logoutClaims() as never)
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
        .sign(stranger),
      'no token': 'a.b.c'
    }
    for (const [name, one] of Object.entries(wrong)) {
      const error = await logOut(one).then(
        () => `${name} was taken`,
        (thrown: { code?: string }) => thrown.code
      )
      expect(error, name).toBe('sign_in.logout_token')
    }
    expect(await isIn(victim)).toBe(true)
    await refused(logOut(await token(), 'nobody'), 'sign_in.no_provider', 404)
    // One that has no keys.
    await refused(logOut(await token(), 'github'), 'sign_in.logout_token', 400)
  })

  it('fail by a token that is sent again, also at the same time', async () => {
    const once = await token({ sub: 'carla' })
    await session('carla')
    const both = await Promise.allSettled([logOut(once), logOut(once), logOut(once)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const later = await session('carla')
    await refused(logOut(once), 'sign_in.logout_token')
    expect(await isIn(later)).toBe(true)
  })
})

describe('the address for logout tokens', () => {
  let platform: Platform | null = null
  afterAll(() => platform?.close())

  it('takes a short form by POST, and tells nothing of why it refuses', async () => {
    platform = await startPlatform({ SIGN_IN_PRIVATE_HOSTS: 'on' })
    await Organiser.of(platform)
    const { id: _, ...provider } = {
      id: 0,
      ...suite.providerOf({ slug: 'door', issuer: suite.scripted.url })
    }
    const columns = 'id, slug, name, kind, issuer, client_id'
    await platform.stores.db.pool.query(
      `INSERT INTO sign_in_providers (${columns}) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      [provider.slug, provider.name, provider.kind, provider.issuer, provider.clientId]
    )
    const send = async (body: BodyInit | undefined, slug = 'door', method = 'POST') => {
      const answer = await fetch(`${platform!.url}/account/SignIn/${slug}/BackChannelLogout`, {
        method,
        body
      })
      return [answer.status, answer.headers.get('cache-control'), await answer.text()]
    }
    const form = (logout_token: string) => new URLSearchParams({ logout_token })
    const bad = [400, 'no-store', '{"error":"invalid_request"}']
    expect(await send(form(await token({ sub: 'dora' })))).toEqual([200, 'no-store', '{}'])
    expect(await send(form(await token({ sub: 'dora', aud: 'x' })))).toEqual(bad)
    expect(await send(form(await token({ sub: 'dora' })), 'nobody')).toEqual(bad)
    expect(await send(new URLSearchParams())).toEqual(bad)
    expect(await send(form('x'.repeat(20_000)))).toEqual(bad)
    expect((await send(form('x'.repeat(5_000_000))))[0]).toBe(413)
    expect((await send(undefined, 'door', 'GET'))[0]).toBe(405)
  })
})
