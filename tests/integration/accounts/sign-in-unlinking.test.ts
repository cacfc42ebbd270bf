import { describe, expect, it } from 'vitest'
import { issueToken } from '~/server/accounts/mail-tokens'
import { cookieHeader } from '../../support/accounts/second-factors'
import { openSignInSuite, PASSWORD } from '../../support/accounts/sign-in-suite'
import { refused } from '../../support/domain'

const suite = openSignInSuite({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ctf@example.org' })
const { account, actorOf, sql, signIn, visitor, providers, providerOf } = suite

const roleOf = async (id: string) => (await sql('SELECT role FROM users WHERE id = $1', id))[0].role

const linked = async (id: string) =>
  (await sql('SELECT FROM user_identities WHERE user_id = $1', id)).length === 1

/** Somebody whom a rule made an administrator, with a password by the recovery. */
async function ruledAdmin(name: string) {
  const actor = await actorOf(await signIn(name, { groups: ['board'] }))
  expect(actor?.role).toBe('Admin')
  await sql('UPDATE users SET password_hash = $2 WHERE id = $1', actor!.id, suite.hash)
  return { id: actor!.id, ctx: { ...visitor(), actor } }
}

const clubId = async () => (await sql(`SELECT id FROM sign_in_providers WHERE slug = 'club'`))[0].id

const restore = () =>
  providers().create(
    suite.domain.admin,
    providerOf({ roles: [{ claim: 'groups', value: 'board', role: 'Admin' }] })
  )

describe('a role that a rule gave', () => {
  it('is taken back when its identity is unlinked, with sessions and what it let one do in games', async () => {
    const { domain } = suite
    const { id, ctx } = await ruledAdmin('uma')
    const game = await domain.game()
    await domain.services.gameStaff.invite(ctx, game, { role: 'author', days: 7 })
    const [identity] = await domain.services.signIn.identities(ctx)
    await domain.services.signIn.unlink(ctx, identity!.id)
    expect(await roleOf(id)).toBe('User')
    expect(await sql('SELECT FROM sessions WHERE user_id = $1', id)).toEqual([])
    expect(await sql('SELECT FROM game_staff_invitations WHERE made_by = $1', id)).toEqual([])
    const [audited] = await sql(
      `SELECT before, after FROM audit_events WHERE action = 'role_set_by_provider' AND target = $1 ORDER BY id DESC`,
      `user:${id}`
    )
    expect(audited).toEqual({ before: { role: 'Admin' }, after: { role: 'User', provider: 'club' } })
  })

  it('stays while another identity gives it, and with whom an administrator gave it', async () => {
    const { domain } = suite
    const { id, ctx } = await ruledAdmin('vera')
    await sql(
      `INSERT INTO user_identities (id, user_id, provider_id, subject, label, granted)
       SELECT gen_random_uuid(), $1, id, 'vera', 'vera', 'Monitor' FROM sign_in_providers WHERE slug = 'other'`,
      id
    )
    const [first] = await domain.services.signIn.identities(ctx)
    await domain.services.signIn.unlink(ctx, first!.id)
    expect(await roleOf(id)).toBe('Monitor')
    await domain.services.users.update(domain.admin, id, { role: 'User' })
    await domain.services.users.update(domain.admin, id, { role: 'Monitor' })
    await sql(
      `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
      ctx.actor!.sessionId,
      id
    )
    const [second] = await domain.services.signIn.identities(ctx)
    await domain.services.signIn.unlink(ctx, second!.id)
    expect(await roleOf(id)).toBe('Monitor')
  })

  it('is taken back when its provider is deleted, which nobody does whose own role that is', async () => {
    const { domain } = suite
    const [one, two] = [await ruledAdmin('wilma'), await ruledAdmin('xenia')]
    await refused(providers().remove(one.ctx, await clubId()), 'user.cannot_demote_self')
    expect(await roleOf(two.id)).toBe('Admin')
    await providers().remove(domain.admin, await clubId())
    expect([await roleOf(one.id), await roleOf(two.id)]).toEqual(['User', 'User'])
    expect(await sql('SELECT FROM sessions WHERE user_id = ANY ($1)', [one.id, two.id])).toEqual([])
    await restore()
  })
})

describe('sessions that a provider began', () => {
  const isIn = async (session: string) =>
    (await sql('SELECT FROM sessions WHERE id = $1', session)).length === 1
  const waiting = (id: string) =>
    sql(
      `INSERT INTO login_steps (token_hash, user_id, stamp, provider_id, expires_at)
       VALUES (md5($1::text) || md5($1::text), $1::uuid, 'x', $2, now() + interval '1 hour')`,
      id,
      providerId
    )
  const waits = async (id: string) => (await sql('SELECT FROM login_steps WHERE user_id = $1', id)).length
  let providerId: string

  it('end when the identity is unlinked, but for the one that does it and those by a password', async () => {
    providerId = await clubId()
    const { domain } = suite
    const { id, ctx } = await ruledAdmin('yara')
    await domain.services.users.update(domain.admin, id, { role: 'User' })
    const own = await actorOf(await signIn('yara', { groups: [] }))
    const thief = await actorOf(await signIn('yara', { groups: [] }))
    const stranger = await actorOf(await signIn('zoe'))
    await sql(
      `INSERT INTO sessions (id, user_id, expires_at) VALUES ('by password', $1, now() + interval '1 hour')`,
      id
    )
    await waiting(id)
    const mine = { ...ctx, actor: own }
    const [identity] = await domain.services.signIn.identities(mine)
    await sql(`UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE id = $1`, own!.sessionId)
    await refused(domain.services.signIn.unlink(mine, identity!.id), 'account.confirm_needed', 403)
    await sql('UPDATE sessions SET confirmed_at = now() WHERE id = $1', own!.sessionId)
    await domain.services.signIn.unlink(mine, identity!.id)
    expect([await isIn(own!.sessionId), await isIn(thief!.sessionId)]).toEqual([true, false])
    expect([await isIn(stranger!.sessionId), await isIn('by password')]).toEqual([true, true])
    expect(await waits(id)).toBe(0)
  })

  it('end when the provider is turned off or deleted, and not when something else of it changes', async () => {
    const { domain } = suite
    const one = await actorOf(await signIn('anton'))
    await waiting(one!.id)
    const { slug: _, kind: __, issuer: ___, ...club } = providerOf({})
    await providers().update(domain.admin, providerId, { ...club, name: 'Our club' })
    expect([await isIn(one!.sessionId), await waits(one!.id)]).toEqual([true, 1])
    await providers().update(domain.admin, providerId, { ...club, enabled: false })
    expect([await isIn(one!.sessionId), await waits(one!.id)]).toEqual([false, 0])
    await providers().update(domain.admin, providerId, club)
    const again = await actorOf(await signIn('anton'))
    await providers().remove(domain.admin, providerId)
    expect(await isIn(again!.sessionId)).toBe(false)
    await restore()
  })
})

describe('another password', () => {
  /** An account to which somebody who knew its password linked a login. */
  async function withLogin(name: string) {
    const member = await account(`${name}@example.org`)
    const { cookies } = await signIn(name)
    const { signIn: service } = suite.domain.services
    await service.link(visitor(), PASSWORD, cookieHeader(cookies))
    expect(await linked(member.id)).toBe(true)
    return member.id
  }

  async function resetByMail(id: string, email: string) {
    const token = await issueToken(suite.domain.stores.db.pool, id, 'reset', email)
    const input = { rToken: btoa(token), email: btoa(email), password: 'another pass phrase' }
    await suite.domain.services.accounts.passwordReset(visitor(), input)
  }

  it('is told of before: a linked login mails the owner', async () => {
    const id = await withLogin('berta')
    expect(await sql('SELECT kind, address FROM mail_outbox WHERE user_id = $1', id)).toEqual([
      { kind: 'identity_linked', address: 'berta@example.org' }
    ])
  })

  it('by a link in a mail unlinks every login, as one by an administrator does', async () => {
    const one = await withLogin('clara')
    await resetByMail(one, 'clara@example.org')
    expect(await linked(one)).toBe(false)
    expect((await signIn('clara')).to).toBe('link')
    const two = await withLogin('dieter')
    await suite.domain.services.users.resetPassword(suite.domain.admin, two)
    expect(await linked(two)).toBe(false)
  })

  it('takes back what a rule gave by the login', async () => {
    const { id } = await ruledAdmin('emil')
    await resetByMail(id, 'emil@example.org')
    expect([await linked(id), await roleOf(id)]).toEqual([false, 'User'])
  })

  it('leaves the logins of an account that had none, and those that alone open it', async () => {
    const { domain } = suite
    const first = await actorOf(await signIn('frida'))
    await resetByMail(first!.id, 'frida@example.org')
    expect(await linked(first!.id)).toBe(true)
    const second = await withLogin('gerd')
    await domain.services.settings.update(domain.admin, { accountPolicy: { onlyProviders: true } })
    await resetByMail(second, 'gerd@example.org')
    expect(await linked(second)).toBe(true)
    await domain.services.users.resetPassword(domain.admin, second)
    expect(await linked(second)).toBe(true)
    await domain.services.settings.update(domain.admin, { accountPolicy: { onlyProviders: false } })
  })
})

describe('the last way in', () => {
  it('is no password that does not open the account, while logins are by providers only', async () => {
    const { domain } = suite
    const { signIn: service, settings } = domain.services
    const only = (onlyProviders: boolean) =>
      settings.update(domain.admin, { accountPolicy: { onlyProviders } })
    const actor = await actorOf(await signIn('ines'))
    const admin = await ruledAdmin('jona')
    const ctx = { ...visitor(), actor }
    await sql('UPDATE users SET password_hash = $2 WHERE id = $1', actor!.id, suite.hash)
    await only(true)
    const [identity] = await service.identities(ctx)
    await refused(service.unlink(ctx, identity!.id), 'sign_in.last_way')
    // Without the identity it is no administrator, whose password would count.
    const [ruled] = await service.identities(admin.ctx)
    await refused(service.unlink(admin.ctx, ruled!.id), 'sign_in.last_way')
    expect(await roleOf(admin.id)).toBe('Admin')
    await only(false)
    await service.unlink(ctx, identity!.id)
  })
})

describe('the reset of the operator', () => {
  it('unlinks too, and leaves the role', async () => {
    const { id } = await ruledAdmin('hedi')
    await sql(`UPDATE users SET role = 'User' WHERE id <> $1`, id)
    await suite.domain.services.accounts.resetAdministrator(visitor(), 'a pass of the operator')
    expect([await linked(id), await roleOf(id)]).toEqual([false, 'Admin'])
  })
})
