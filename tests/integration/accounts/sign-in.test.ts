import { exportSPKI } from 'jose'
import { describe, expect, it } from 'vitest'
import { cookieHeader } from '../../support/accounts/second-factors'
import { ORIGIN, openSignInSuite } from '../../support/accounts/sign-in-suite'
import { refused } from '../../support/domain'

const suite = openSignInSuite()
const { signIn, actorOf, sql, begin, callbackOf, visitor, cameBack, finish, scriptedAttempt } = suite

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

  it('keeps a role that an administrator gave after a rule had given it', async () => {
    const { domain } = suite
    const hand = await actorOf(await signIn('hanna', { groups: ['board'] }))
    expect(hand?.role).toBe('Admin')
    for (const role of ['User', 'Admin'] as const)
      await domain.services.users.update(domain.admin, hand!.id, { role })
    expect((await actorOf(await signIn('hanna', { groups: [] })))?.role).toBe('Admin')
  })

  it('ends the role in a game that the account plays, when a rule takes the role of an administrator', async () => {
    const { domain } = suite
    const [played, other] = [await domain.game(), await domain.game()]
    const owner = await actorOf(await signIn('olga', { groups: ['board'] }))
    expect(owner?.role).toBe('Admin')
    const ctx = { ...visitor(), actor: owner }
    for (const game of [played, other])
      await domain.services.gameStaff.add(domain.admin, game, { who: owner!.userName, role: 'owner' })
    const { id } = await domain.services.teams.create(ctx, { name: 'Olga plays' })
    await domain.services.participations.join(ctx, played, { teamId: id })
    expect((await actorOf(await signIn('olga', { groups: [] })))?.games).toEqual({ [other]: 'owner' })
    expect(await sql('SELECT game_id AS game FROM game_staff WHERE user_id = $1', owner!.id)).toEqual([
      { game: other }
    ])
  })

  it('ends game tokens and invitations of who loses the role of a rule, and a role that comes again brings none back', async () => {
    const { domain } = suite
    const game = await domain.game()
    const first = await actorOf(await signIn('gus', { groups: ['board'] }))
    expect(first?.role).toBe('Admin')
    const ctx = { ...visitor(), actor: first }
    await domain.services.gameTokens.create(ctx, game, { name: 'CI', role: 'author', days: 7 })
    await domain.services.gameStaff.invite(ctx, game, { role: 'author', days: 7 })
    expect((await actorOf(await signIn('gus', { groups: [] })))?.role).toBe('User')
    expect((await actorOf(await signIn('gus', { groups: ['board'] })))?.role).toBe('Admin')
    expect(await sql('SELECT FROM api_tokens WHERE made_by = $1', first!.id)).toEqual([])
    expect(await sql('SELECT FROM game_staff_invitations WHERE made_by = $1', first!.id)).toEqual([])
    const ended = await sql(
      'SELECT action FROM audit_events WHERE target = $1 ORDER BY action',
      `game:${game}`
    )
    expect(ended.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['game_token_ended', 'game_staff_invitation_ended'])
    )
  })

  it('leads to the end of the session there', async () => {
    const outcome = await signIn('leaver')
    const actor = await actorOf(outcome)
    const end = await suite.domain.services.signIn.endSession({ ...visitor(), actor })
    const url = new URL(end!.url)
    expect(url.origin).toBe(suite.real.issuer)
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
    const search = `?code=${stolen.back.searchParams.get('code')}&state=${own.url.searchParams.get('state')}&iss=${suite.real.issuer}`
    await refused(finish(search, own.cookie), 'sign_in.failed')
    expect(await sql(`SELECT FROM users WHERE email = 'victim@example.org'`)).toEqual([])
  })

  it('fail with a reply of another issuer', async () => {
    const { back, cookie } = await cameBack('mixed')
    back.searchParams.set('iss', suite.scripted.url)
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
    expect(cookieHeader(outcome.cookies)).not.toContain('a'.repeat(40))
    expect((await suite.domain.services.accounts.sessions.authenticate(planted, null)).actor).toBeNull()
  })
})

describe('attacks by ID tokens', () => {
  const now = Math.floor(Date.now() / 1000)
  const bad: [string, (nonce: string) => Promise<string>][] = [
    ['of another issuer', (n) => suite.oidc.sign(suite.oidc.claims(n, { iss: 'https://evil.example' }))],
    ['for another client', (n) => suite.oidc.sign(suite.oidc.claims(n, { aud: 'somebody-else' }))],
    [
      'for several clients, for another one',
      (n) => suite.oidc.sign(suite.oidc.claims(n, { aud: ['halyard', 'b'], azp: 'b' }))
    ],
    ['that has expired', (n) => suite.oidc.sign(suite.oidc.claims(n, { exp: now - 3600, iat: now - 7200 }))],
    ['with another nonce', () => suite.oidc.sign(suite.oidc.claims('replayed'))],
    ['without a nonce', (n) => suite.oidc.sign({ ...suite.oidc.claims(n), nonce: undefined })],
    ['without a subject', (n) => suite.oidc.sign({ ...suite.oidc.claims(n), sub: undefined })],
    ['of another key', (n) => suite.oidc.sign(suite.oidc.claims(n), 'RS256', suite.oidc.other)],
    [
      'signed with the public key as a secret',
      async (n) =>
        suite.oidc.sign(
          suite.oidc.claims(n),
          'HS256',
          new TextEncoder().encode(await exportSPKI(suite.oidc.publicKey))
        )
    ],
    [
      'signed with the client’s secret',
      (n) => suite.oidc.sign(suite.oidc.claims(n), 'HS256', new TextEncoder().encode('shh'.padEnd(32, '-')))
    ],
    [
      'that nobody signed',
      async (n) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part(suite.oidc.claims(n))}.`
      }
    ],
    [
      'whose claims were changed',
      async (n) => {
        const [head, , signature] = (await suite.oidc.sign(suite.oidc.claims(n))).split('.')
        const body = Buffer.from(JSON.stringify(suite.oidc.claims(n, { sub: 'admin' }))).toString('base64url')
        return `${head}.${body}.${signature}`
      }
    ],
    [
      'with a subject that no text can hold',
      (n) => suite.oidc.sign(suite.oidc.claims(n, { sub: 'a\u0000b' }))
    ],
    [
      'with a subject of 256 characters',
      (n) => suite.oidc.sign(suite.oidc.claims(n, { sub: 'x'.repeat(256) }))
    ],
    ['that is none', async () => 'no.token.here']
  ]
  it.each(bad)('fail with one %s', async (_name, token) => {
    const { work } = await scriptedAttempt(token)
    await refused(work(), 'sign_in.failed')
    expect(await sql(`SELECT FROM users WHERE email = 'mallory@example.org'`)).toEqual([])
  })

  it('are told from a right one, which is accepted', async () => {
    const { work } = await scriptedAttempt((n) =>
      suite.oidc.sign(suite.oidc.claims(n, { sub: 'good', email: 'good@example.org' }))
    )
    expect((await work()).to).toBe('return')
  })
})
