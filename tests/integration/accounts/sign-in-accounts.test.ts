import { describe, expect, it } from 'vitest'
import { follow } from '../../support/accounts/identity-provider'
import { addApp, codeOf, cookieHeader } from '../../support/accounts/second-factors'
import { openSignInSuite, PASSWORD } from '../../support/accounts/sign-in-suite'
import { refused } from '../../support/domain'
import { waitForRowLocks } from '../../support/stores/locks'

const suite = openSignInSuite()
const { account, cameBack, finish, sql, signIn, actorOf, visitor, providerOf, providers, callbackOf } = suite

/** Changes an account in a transaction that ends when `work` waits for it. */
async function inTurn(id: string, change: string, work: () => Promise<void>) {
  const { db } = suite.domain.stores
  const holder = await db.pool.connect()
  await holder.query('BEGIN')
  await holder.query(change, [id])
  const working = work()
  await Promise.race([waitForRowLocks(db, 1), working])
  await holder.query('COMMIT')
  holder.release()
  await working
}

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
    const cookie = cookieHeader(outcome.cookies)
    const { signIn: service } = suite.domain.services
    expect(await service.pending(cookie)).toEqual({ provider: 'Club', email: 'lena@example.org' })
    await refused(service.link(visitor(), 'guessed', cookie), 'identity.password_mismatch')
    await refused(service.link(visitor(), PASSWORD, null), 'sign_in.expired')
    await refused(service.link(visitor(), PASSWORD, 'halyard_link=v1:AAAA:AAAA:AAAA'), 'sign_in.expired')
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
    const linked = await service.link(visitor(), PASSWORD, cookie)
    expect((await actorOf(linked))?.id).toBe(member.id)
    expect((await actorOf(await signIn('lena')))?.id).toBe(member.id)
  })

  it.each([
    ['has another password', `password_hash = 'another'`, 'identity.password_mismatch'],
    ['is banned', `role = 'Banned'`, 'account.banned'],
    ['is no longer active', 'active = false', 'sign_in.inactive']
  ])('are not linked when the account %s since its password was checked', async (_, change, code) => {
    const member = await account('mo@example.org')
    const cookie = cookieHeader((await signIn('mo')).cookies)
    await inTurn(member.id, `UPDATE users SET ${change} WHERE id = $1`, async () => {
      await refused(suite.domain.services.signIn.link(visitor(), PASSWORD, cookie), code)
    })
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
    await sql('DELETE FROM users WHERE id = $1', member.id)
  })

  it('are not linked when the account has a second factor since its password was checked', async () => {
    const member = await account('ned@example.org')
    const cookie = cookieHeader((await signIn('ned')).cookies)
    const factor = `INSERT INTO second_factors (id, user_id, kind, name, secret)
      SELECT gen_random_uuid(), id, 'totp', 'App', 'x' FROM users WHERE id = $1 FOR NO KEY UPDATE`
    await inTurn(member.id, factor, async () => {
      const linking = suite.domain.services.signIn.link(visitor(), PASSWORD, cookie)
      await refused(linking, 'sign_in.link_in_profile')
    })
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
  })

  it('are refused when banned or not active, with the messages of the password login', async () => {
    const member = await actorOf(await signIn('bad'))
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, member!.id)
    await refused(signIn('bad'), 'account.banned', 401)
    await sql(`UPDATE users SET role = 'User', active = false WHERE id = $1`, member!.id)
    await refused(signIn('bad'), 'sign_in.inactive')
    await account('ban@example.org', { role: 'Banned' })
    const { cookies } = await signIn('ban')
    await refused(
      suite.domain.services.signIn.link(visitor(), PASSWORD, cookieHeader(cookies)),
      'account.banned',
      401
    )
  })

  it('get no siblings without permission: provider, registration, domains', async () => {
    const { settings } = suite.domain.services
    const [{ id }] = await sql(`SELECT id FROM sign_in_providers WHERE slug = 'club'`)
    const { slug: _, kind: __, issuer: ___, ...club } = providerOf({})
    await providers().update(suite.domain.admin, id, { ...club, createsAccounts: false })
    await refused(signIn('new1'), 'sign_in.no_account')
    await providers().update(suite.domain.admin, id, { ...club, domains: 'club.example' })
    await refused(signIn('new1'), 'sign_in.domain')
    await providers().update(suite.domain.admin, id, club)
    await settings.update(suite.domain.admin, { accountPolicy: { emailDomainList: 'club.example' } })
    await refused(signIn('new1'), 'account.email_domain_not_allowed')
    await settings.update(suite.domain.admin, {
      accountPolicy: { emailDomainList: '', allowRegister: false }
    })
    await refused(signIn('new1'), 'sign_in.no_account')
    await settings.update(suite.domain.admin, {
      accountPolicy: { allowRegister: true, activeOnRegister: false }
    })
    expect(await signIn('new1')).toMatchObject({ to: 'waiting' })
    await refused(signIn('new1'), 'sign_in.inactive')
    await settings.update(suite.domain.admin, { accountPolicy: { activeOnRegister: true } })
  })
})

describe('a user’s own identities', () => {
  it('are linked by the password, in the session that began, and belong to one account', async () => {
    const member = await account('olga@example.org')
    const session = await suite.domain.services.accounts.login(visitor(), {
      userName: member.name,
      password: PASSWORD
    })
    const { actor } = await suite.domain.services.accounts.sessions.authenticate(
      cookieHeader([session.cookie]),
      null
    )
    const ctx = { ...visitor(), actor }
    const { signIn: service } = suite.domain.services
    const wrong = await refused(service.startLink(ctx, 'club', 'guessed'), 'identity.password_mismatch')
    expect(wrong.extra.field).toBe('password')

    suite.real.next = 'olga-there'
    suite.real.people['olga-there'] = {}
    const attempt = async () => {
      const { url, cookies } = await service.startLink(ctx, 'club', PASSWORD)
      return { back: await follow(url, callbackOf('club')), cookie: cookieHeader(cookies) }
    }
    const unknown = await attempt()
    await refused(finish(unknown.back.search, unknown.cookie), 'sign_in.other_session')
    const own = await attempt()
    expect((await finish(own.back.search, own.cookie, 'club', ctx)).to).toBe('linked')
    const twice = await attempt()
    await refused(finish(twice.back.search, twice.cookie, 'club', ctx), 'sign_in.already_linked')
    const [identity] = await service.identities(ctx)
    expect(identity).toMatchObject({ provider: 'Club' })
    await refused(service.unlink(suite.domain.admin, identity!.id), 'sign_in.no_identity', 404)
    await service.unlink(ctx, identity!.id)
    expect(await service.identities(ctx)).toEqual([])
  })

  it('include the last login method, which cannot be removed', async () => {
    const actor = await actorOf(await signIn('only'))
    const ctx = { ...visitor(), actor }
    const { signIn: service } = suite.domain.services
    expect(await service.hasPassword(ctx)).toBe(false)
    const [identity] = await service.identities(ctx)
    await refused(service.unlink(ctx, identity!.id), 'sign_in.last_way')
    await sql('UPDATE users SET password_hash = $2 WHERE id = $1', actor!.id, suite.hash)
    expect(await service.hasPassword(ctx)).toBe(true)
    await service.unlink(ctx, identity!.id)
  })
})

describe('login by providers only', () => {
  it('leaves passwords to administrators alone, and registers nobody', async () => {
    const user = await account('pass@example.org')
    const admin = await account('root@example.org', { role: 'Admin' })
    await suite.domain.services.settings.update(suite.domain.admin, {
      accountPolicy: { onlyProviders: true }
    })
    const login = (userName: string, password = PASSWORD) =>
      suite.domain.services.accounts.login(visitor(), { userName, password })
    await refused(login(user.name), 'account.only_providers', 403)
    await refused(login(user.name, 'guessed'), 'account.bad_credentials', 401)
    expect((await login(admin.name)).cookie).toContain('halyard_session')
    const input = { userName: 'newcomer', password: PASSWORD, email: 'newcomer@example.org' }
    await refused(suite.domain.services.accounts.register(visitor(), input), 'account.register_disabled')
    expect((await signIn('welcome')).to).toBe('return')
    await sql('UPDATE sign_in_providers SET enabled = false')
    expect((await login(user.name)).cookie).toContain('halyard_session')
    await sql('UPDATE sign_in_providers SET enabled = true')
    await suite.domain.services.settings.update(suite.domain.admin, {
      accountPolicy: { onlyProviders: false }
    })
  })
})

describe('an account with a second factor', () => {
  const secretOf = async () => {
    await signIn('fay')
    const outcome = await signIn('fay')
    const ctx = { ...visitor(), actor: await actorOf(outcome) }
    return { outcome, ctx, ...(await addApp(suite.domain, ctx)) }
  }

  it('needs it after the provider, and the session ends at the provider too', async () => {
    const { ctx, key } = await secretOf()
    const next = await signIn('fay')
    expect(next.to).toBe('second')
    expect(await actorOf(next)).toBeNull()
    const cookies = await suite.domain.services.factors.finish(
      visitor(),
      codeOf(key, 1),
      cookieHeader(next.cookies)
    )
    const actor = (await suite.domain.services.accounts.sessions.authenticate(cookieHeader(cookies), null))
      .actor
    expect(actor?.id).toBe(ctx.actor!.id)
    const ends = await suite.domain.services.signIn.endSession({ ...visitor(), actor })
    expect(ends?.url).toContain('id_token_hint=')
  })

  it('needs none after a provider that counts as one', async () => {
    const [club] = await providers().list(suite.domain.admin)
    const { id: _, hasSecret: _1, callback: _2, identities: _3, ...same } = club!
    await providers().update(suite.domain.admin, club!.id, { ...same, countsAsBoth: true })
    const outcome = await signIn('fay')
    expect(outcome.to).toBe('return')
    const { id, sessionId } = (await actorOf(outcome))!
    expect(await sql('SELECT second_factor AS had FROM sessions WHERE id = $1', sessionId)).toEqual([
      { had: true }
    ])
    await providers().update(suite.domain.admin, club!.id, { ...same, countsAsBoth: false })
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
    const linking = suite.domain.services.signIn.link(visitor(), PASSWORD, cookieHeader(outcome.cookies))
    await refused(linking, 'sign_in.link_in_profile', 400)
    expect(await sql('SELECT FROM user_identities WHERE user_id = $1', member.id)).toEqual([])
  })
})
