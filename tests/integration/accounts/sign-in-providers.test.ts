import { describe, expect, it } from 'vitest'
import { ORIGIN, openSignInSuite } from '../../support/accounts/sign-in-suite'
import { openDomain, refused } from '../../support/domain'

const suite = openSignInSuite()
const { begin, finish, actorOf, sql, providers, providerOf, visitor } = suite

describe('providers by OAuth', () => {
  const answer = (path: string, body: unknown) => {
    suite.scripted.routes[path] = () => ({ body })
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
    const token = suite.scripted.asked.findLast(({ path }) => path === '/login/oauth/access_token')!
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

describe('the settings of providers', () => {
  it('are for administrators, and the secret is sealed and in no view or audit', async () => {
    const [member] = await suite.domain.users(1)
    await refused(providers().list(suite.domain.as(member!)), 'auth.forbidden', 403)
    await refused(
      providers().create(suite.domain.as(member!), providerOf({ slug: 'mine' })),
      'auth.forbidden',
      403
    )
    const secret = 'unmistakable-secret'
    const id = await providers().create(
      suite.domain.admin,
      providerOf({ slug: 'sealed', clientSecret: secret })
    )
    expect(JSON.stringify(await providers().list(suite.domain.admin))).not.toContain(secret)
    const [row] = await sql('SELECT secret FROM sign_in_providers WHERE id = $1', id)
    expect(row.secret).toMatch(/^v1:/)
    expect(row.secret).not.toContain(secret)
    const audits = await sql(`SELECT before, after FROM audit_events WHERE target = 'provider:sealed'`)
    expect(JSON.stringify(audits)).not.toContain(secret)
    expect(
      (
        await refused(
          providers().create(suite.domain.admin, providerOf({ slug: 'sealed' })),
          'sign_in.slug_taken'
        )
      ).extra.field
    ).toBe('slug')
    await providers().remove(suite.domain.admin, id)
    await refused(providers().remove(suite.domain.admin, id), 'sign_in.no_provider', 404)
  })

  it('permit no address of this machine or of private networks unless the operator does', async () => {
    const strict = await openDomain({ PUBLIC_URL: ORIGIN })
    try {
      const add = (slug: string, issuer: string) =>
        strict.services.signIn.providers.create(strict.admin, providerOf({ slug, issuer }))
      expect((await refused(add('plain', suite.real.issuer), 'sign_in.issuer_insecure')).extra.field).toBe(
        'issuer'
      )
      const port = new URL(suite.real.issuer).port
      const inside = [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
        '10.0.0.1',
        '2130706433'
      ]
      for (const [place, host] of inside.entries())
        expect(
          (await refused(add(`p${place}`, `https://${host}:${port}`), 'sign_in.issuer_private')).extra.field
        ).toBe('issuer')
      // A name is looked up at use: this one leads to the machine itself.
      await add('named', `https://here.localhost:${port}`)
      const began = Date.now()
      await refused(strict.services.signIn.start(visitor(), 'named', '/'), 'sign_in.unreachable', 502)
      expect(Date.now() - began).toBeLessThan(4000)
    } finally {
      await strict.close()
    }
  })
})
