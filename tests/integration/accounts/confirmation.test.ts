import { describe, expect, it } from 'vitest'
import type { ProviderInput } from '~/server/sign-in/contract'
import { deliver, PASSWORD, sessionContext, visitor } from '../../support/accounts/accounts'
import {
  addApp,
  beginLogin,
  codeOf,
  cookieHeader,
  newVisitor,
  person
} from '../../support/accounts/second-factors'
import { openSecondFactorsSuite } from '../../support/accounts/second-factors-suite'
import { refused } from '../../support/domain'

const suite = openSecondFactorsSuite()
const { actorOf, factors, age, audits, emailOf } = suite

describe('staff that must have a second factor', () => {
  it('add it at their next login, and can do nothing before', async () => {
    const [boss, monitor, player] = [
      await person(suite.domain, 'Admin'),
      await person(suite.domain, 'Monitor'),
      await person(suite.domain)
    ]
    const require = (ctx = boss.ctx) =>
      suite.domain.services.settings.update(ctx, { accountPolicy: { staffSecondFactor: true } })
    const error = await refused(require(), 'factor.own_first', 400)
    expect(error.extra).toEqual({ field: 'staffSecondFactor' })
    const { codes } = await addApp(suite.domain, boss.ctx)
    await require()
    await expect.poll(async () => (await sessionContext(suite.domain, monitor.cookie)).actor).toBeNull()
    expect(await actorOf([boss.cookie])).toMatchObject({ id: boss.id })
    expect(await actorOf([player.cookie])).toMatchObject({ id: player.id })

    const { refusal, cookie } = await beginLogin(suite.domain, monitor.name)
    expect(refusal.extra.factors).toEqual([])
    expect(await actorOf([cookie])).toBeNull()
    await refused(factors().finish(newVisitor(), codes![0]!, cookie), 'factor.wrong_code', 400)
    const other = await beginLogin(suite.domain, monitor.name)
    const added = await addApp(suite.domain, newVisitor(), cookie)
    expect(added.loggedIn).toBe(true)
    expect(added.codes).toHaveLength(10)
    expect(await actorOf(added.cookies)).toMatchObject({ id: monitor.id, role: 'Monitor' })
    // A login that began before must not add a second factor now.
    await refused(addApp(suite.domain, newVisitor(), other.cookie), 'factor.expired', 401)

    const ctx = await sessionContext(suite.domain, cookieHeader(added.cookies))
    const { factors: own, required } = await factors().view(ctx)
    expect(required).toBe(true)
    await refused(factors().remove(ctx, own[0]!.id), 'factor.last_required', 400)
    await addApp(suite.domain, ctx, null, 'Tablet')
    await factors().remove(ctx, own[0]!.id)
    expect((await factors().view(ctx)).factors).toMatchObject([{ name: 'Tablet' }])
  })
})

describe('the confirmation of the owner', () => {
  it('is a proof of the last ten minutes', async () => {
    const ada = await person(suite.domain)
    const { key, code, codes } = await addApp(suite.domain, ada.ctx)
    const { id } = (await factors().view(ada.ctx)).factors[0]!
    await age(ada)
    const dangerous = [
      () => factors().remove(ada.ctx, id),
      () => factors().newCodes(ada.ctx),
      () => factors().beginTotp(ada.ctx, null)
    ]
    for (const work of dangerous) await refused(work(), 'account.confirm_needed', 403)
    await refused(factors().confirm(ada.ctx, { password: 'wrong' }), 'identity.password_mismatch', 400)
    await refused(factors().confirm(ada.ctx, { code: codes![0]! }), 'factor.wrong_code', 400)
    await refused(factors().confirm(ada.ctx, { code }), 'factor.wrong_code', 400)
    for (const work of dangerous) await refused(work(), 'account.confirm_needed', 403)
    await factors().confirm(ada.ctx, { code: codeOf(key, 1) })
    expect(await factors().newCodes(ada.ctx)).toHaveLength(10)
    await age(ada)
    await factors().confirm(ada.ctx, { password: PASSWORD })
    await factors().remove(ada.ctx, id)
    expect(await audits(ada)).toContain('owner_confirmed')
  })

  it('is needed for new roles, but not for other changes of an account', async () => {
    const [boss, ada] = [await person(suite.domain, 'Admin'), await person(suite.domain)]
    await age(boss)
    const { users } = suite.domain.services
    await refused(users.update(boss.ctx, ada.id, { role: 'Admin' }), 'account.confirm_needed', 403)
    await users.update(boss.ctx, ada.id, { bio: 'sails' })
    await factors().confirm(boss.ctx, { password: PASSWORD })
    await users.update(boss.ctx, ada.id, { role: 'Monitor' })
    expect(await users.one(boss.ctx, ada.id)).toMatchObject({ role: 'Monitor', bio: 'sails' })
  })

  it('is needed before an account is taken over or deleted', async () => {
    const [boss, monitor, ada] = [
      await person(suite.domain, 'Admin'),
      await person(suite.domain, 'Monitor'),
      await person(suite.domain)
    ]
    const address = (name: string) => `${name}@moved.example.org`
    const { users } = suite.domain.services
    const dangerous = [
      () => users.update(boss.ctx, monitor.id, { email: address(monitor.name) }),
      () => users.resetPassword(boss.ctx, monitor.id),
      () => users.update(boss.ctx, monitor.id, { emailConfirmed: false }),
      () => users.remove(boss.ctx, ada.id)
    ]
    await age(boss)
    const before = [await users.one(boss.ctx, monitor.id), await users.one(boss.ctx, ada.id)]
    for (const work of dangerous) await refused(work(), 'account.confirm_needed', 403)
    expect([await users.one(boss.ctx, monitor.id), await users.one(boss.ctx, ada.id)]).toEqual(before)
    await suite.domain.services.accounts.login(newVisitor(), { userName: ada.name, password: PASSWORD })
    await users.update(boss.ctx, ada.id, { email: address(ada.name) })
    await users.resetPassword(boss.ctx, ada.id)
    await users.update(boss.ctx, ada.id, { emailConfirmed: false })
    await factors().confirm(boss.ctx, { password: PASSWORD })
    for (const work of dangerous) await work()
    expect((await users.one(boss.ctx, monitor.id)).email).toBe(address(monitor.name))
    await refused(users.one(boss.ctx, ada.id), 'user.not_found', 404)
  })

  it('is needed to change who may log in how, but not to ask for more', async () => {
    const boss = await person(suite.domain, 'Admin')
    await addApp(suite.domain, boss.ctx)
    const { settings, signIn } = suite.domain.services
    const policy = async () => (await settings.editAll(boss.ctx)).accountPolicy
    const set = (accountPolicy: object) => settings.update(boss.ctx, { accountPolicy })
    const input: ProviderInput = {
      ...{ slug: 'school', name: 'School', kind: 'oidc', issuer: 'https://id.example.org', clientId: 'a' },
      ...{
        clientSecret: 'b',
        enabled: false,
        createsAccounts: false,
        singleLogout: false,
        countsAsBoth: false
      },
      ...{ domains: '', roles: [], divisions: [] }
    }
    const id = await signIn.providers.create(boss.ctx, input)
    await age(boss)
    await set({ staffSecondFactor: true, onlyProviders: true })
    await set({ allowRegister: false })
    const { slug: _, kind: _kind, issuer: _issuer, ...change } = input
    const dangerous = [
      () => set({ staffSecondFactor: false }),
      () => set({ onlyProviders: false }),
      () => signIn.providers.update(boss.ctx, id, { ...change, name: 'Another' }),
      () => signIn.providers.create(boss.ctx, { ...input, slug: 'other' }),
      () => signIn.providers.remove(boss.ctx, id)
    ]
    for (const work of dangerous) await refused(work(), 'account.confirm_needed', 403)
    expect(await policy()).toMatchObject({ staffSecondFactor: true, onlyProviders: true })
    expect(await signIn.providers.list(boss.ctx)).toMatchObject([{ slug: 'school', name: 'School' }])
    await factors().confirm(boss.ctx, { password: PASSWORD })
    for (const work of dangerous) await work()
    expect(await policy()).toMatchObject({ staffSecondFactor: false, onlyProviders: false })
    expect(await signIn.providers.list(boss.ctx)).toMatchObject([{ slug: 'other' }])
  })

  it('is not needed for tokens, which neither see nor change factors', async () => {
    const ada = await person(suite.domain)
    await addApp(suite.domain, ada.ctx)
    const { token } = await suite.domain.services.tokens.create(ada.ctx, {
      ...{ name: 'CI', scopes: ['read'], game: null, days: 1, password: PASSWORD }
    })
    const { actor } = await suite.domain.services.tokens.authenticate(token, null)
    expect(actor).toMatchObject({ id: ada.id })
    const ctx = visitor({ actor })
    await refused(factors().view(ctx), 'token.login_needed', 403)
    await refused(factors().beginTotp(ctx, null), 'token.login_needed', 403)
    await refused(factors().confirm(ctx, { password: PASSWORD }), 'token.login_needed', 403)
  })
})

describe('an administrator', () => {
  it('resets the factors of an account, which ends its sessions and notifies its owner', async () => {
    const [boss, ada] = [await person(suite.domain, 'Admin'), await person(suite.domain)]
    await addApp(suite.domain, ada.ctx)
    const waiting = await beginLogin(suite.domain, ada.name)
    await refused(factors().reset(ada.ctx, boss.id), 'auth.forbidden', 403)
    await refused(factors().reset(boss.ctx, boss.id), 'factor.own_reset', 400)
    await age(boss)
    await refused(factors().reset(boss.ctx, ada.id), 'account.confirm_needed', 403)
    await factors().confirm(boss.ctx, { password: PASSWORD })
    expect(await factors().count(boss.ctx, ada.id)).toBe(1)
    await factors().reset(boss.ctx, ada.id)
    expect(await factors().count(boss.ctx, ada.id)).toBe(0)
    await expect.poll(async () => (await sessionContext(suite.domain, ada.cookie)).actor).toBeNull()
    expect(await factors().waiting(waiting.cookie)).toBeNull()
    await suite.domain.services.accounts.login(newVisitor(), { userName: ada.name, password: PASSWORD })
    await deliver(suite.domain)
    const to = await emailOf(ada)
    await expect
      .poll(() => suite.box.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Your second factors were reset/))
    expect(await audits(ada)).toContain('factors_reset')
  })
})
