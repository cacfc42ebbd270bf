import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configure, deliver, PASSWORD, signedIn, visitor } from '../../support/accounts/accounts'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import {
  addApp,
  codeOf,
  half,
  type Person,
  person,
  sent,
  somewhere
} from '../../support/accounts/second-factors'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let box: Mailbox
let domain: Domain
beforeAll(async () => {
  box = await openMailbox()
  domain = await openDomain({
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: box.port, MAIL_FROM: 'ctf@halyard.example' },
    HALYARD_RATE_LIMITS: 'on'
  })
})
afterAll(async () => {
  await domain?.close()
  await box?.down()
})
beforeEach(() => configure(domain, {}))

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const factors = () => domain.services.factors
const actorOf = async (cookies: string[]) => (await signedIn(domain, sent(cookies))).actor
/** Makes the session so old that it must confirm its owner. */
const age = ({ ctx }: Person) =>
  sql(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`, ctx.actor!.sessionId)
const emailOf = async ({ id }: Person) =>
  (await sql('SELECT email FROM users WHERE id = $1', id))[0].email as string
const audits = async ({ id }: Person) =>
  (await sql('SELECT action FROM audit_events WHERE target = $1 ORDER BY id', `user:${id}`)).map(
    ({ action }) => action
  )

describe('an app', () => {
  it('is added by its first code, with recovery codes that are stored only hashed', async () => {
    const ada = await person(domain)
    const setup = sent([await factors().beginTotp(ada.ctx, null)])
    const pending = (await factors().pendingTotp(ada.ctx, setup))!
    expect(pending.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
    expect(pending.qr).toMatch(/^<svg /)
    await refused(
      factors().addTotp(ada.ctx, { name: 'Phone', code: '000000' }, setup),
      'factor.wrong_code',
      400
    )
    expect((await factors().view(ada.ctx)).factors).toEqual([])

    const code = codeOf(pending.key)
    const { codes, loggedIn } = await factors().addTotp(ada.ctx, { name: 'Phone', code }, setup)
    expect(loggedIn).toBe(false)
    expect(new Set(codes).size).toBe(10)
    for (const one of codes!) expect(one).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const view = await factors().view(ada.ctx)
    expect(view).toMatchObject({ codesLeft: 10, required: false, factors: [{ kind: 'totp', name: 'Phone' }] })
    const stored = JSON.stringify([
      await sql('SELECT * FROM recovery_codes WHERE user_id = $1', ada.id),
      await sql('SELECT * FROM second_factors WHERE user_id = $1', ada.id)
    ])
    for (const secret of [...codes!, ...codes!.map((one) => one.replaceAll('-', '')), pending.key])
      expect(stored).not.toContain(secret.replaceAll(' ', ''))
    await deliver(domain)
    expect((await box.last(await emailOf(ada))).subject).toMatch(/^A second factor was added/)
    expect(await audits(ada)).toContain('factor_added')
  })

  it('belongs to the account that began it, for ten minutes, and no account has more than ten', async () => {
    const [ada, eve] = [await person(domain), await person(domain)]
    const setup = sent([await factors().beginTotp(ada.ctx, null)])
    expect(await factors().pendingTotp(eve.ctx, setup)).toBeNull()
    await refused(
      factors().addTotp(eve.ctx, { name: 'x', code: '123456' }, setup),
      'factor.setup_expired',
      400
    )
    for (let n = 0; n < 10; n++) await addApp(domain, ada.ctx, null, `Phone ${n}`)
    await refused(addApp(domain, ada.ctx), 'factor.limit', 400)
  })

  it('makes recovery codes once when several first ones are added at once', async () => {
    const ada = await person(domain)
    const added = await Promise.all([
      addApp(domain, ada.ctx),
      addApp(domain, ada.ctx),
      addApp(domain, ada.ctx)
    ])
    expect(added.filter(({ codes }) => codes !== null)).toHaveLength(1)
    expect((await factors().view(ada.ctx)).codesLeft).toBe(10)
  })

  it('is renamed and removed by its owner alone, and the recovery codes are deleted with the last one', async () => {
    const [ada, eve] = [await person(domain), await person(domain)]
    await addApp(domain, ada.ctx)
    const { id } = (await factors().view(ada.ctx)).factors[0]!
    await refused(factors().rename(eve.ctx, id, 'mine'), 'factor.not_found', 404)
    await refused(factors().remove(eve.ctx, id), 'factor.not_found', 404)
    await factors().rename(ada.ctx, id, 'Old phone')
    expect((await factors().view(ada.ctx)).factors[0]).toMatchObject({ id, name: 'Old phone' })
    await factors().remove(ada.ctx, id)
    expect(await factors().view(ada.ctx)).toMatchObject({ factors: [], codesLeft: 0 })
    await domain.services.accounts.login(somewhere(), { userName: ada.name, password: PASSWORD })
    await refused(factors().newCodes(ada.ctx), 'factor.none', 400)
    await deliver(domain)
    const to = await emailOf(ada)
    await expect
      .poll(() => box.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^A second factor was removed/))
  })
})

describe('a login', () => {
  it('waits for a code, and what it has until then is no session', async () => {
    const ada = await person(domain)
    const { key } = await addApp(domain, ada.ctx)
    await refused(
      domain.services.accounts.login(somewhere(), { userName: ada.name, password: 'wrong' }),
      'account.bad_credentials',
      401
    )
    const { refusal, cookie } = await half(domain, ada.name)
    expect(refusal.status).toBe(401)
    expect(refusal.extra).toEqual({ code: 'account.second_factor', factors: ['totp'] })
    const value = cookie.split('=')[1]
    expect(await actorOf([cookie, `halyard_session=${value}`])).toBeNull()
    expect(await factors().waiting(cookie)).toEqual({ userName: ada.name, kinds: ['totp'] })
    await refused(addApp(domain, somewhere(), cookie), 'factor.expired', 401)
    await refused(factors().view(visitor()), 'auth.login_required', 401)

    const cookies = await factors().finish(somewhere(), codeOf(key, 1), cookie)
    expect(await actorOf(cookies)).toMatchObject({ id: ada.id })
    await refused(factors().finish(somewhere(), codeOf(key, 1), cookie), 'factor.expired', 401)
    expect(await audits(ada)).toEqual(expect.arrayContaining(['second_factor_asked', 'logged_in']))
  })

  it('takes no code twice, and none from before one that was taken', async () => {
    const ada = await person(domain)
    const { key, code: first } = await addApp(domain, ada.ctx)
    // The code that added the app is used up.
    await refused(
      factors().finish(somewhere(), first, (await half(domain, ada.name)).cookie),
      'factor.wrong_code',
      400
    )
    const next = codeOf(key, 1)
    const waiting = await Promise.all([
      half(domain, ada.name),
      half(domain, ada.name),
      half(domain, ada.name)
    ])
    const { done, codes } = await outcomes(
      waiting.map(({ cookie }) => factors().finish(somewhere(), next, cookie))
    )
    expect(done).toBe(1)
    expect(codes).toEqual(['factor.wrong_code', 'factor.wrong_code'])
    const { cookie } = await half(domain, ada.name)
    for (const code of [codeOf(key, -1), first, next, codeOf(key, 5)])
      await refused(factors().finish(somewhere(), code, cookie), 'factor.wrong_code', 400)
  })

  it('takes a recovery code once, even when several logins send it at once', async () => {
    const ada = await person(domain)
    const { codes } = await addApp(domain, ada.ctx)
    const waiting = await Promise.all([1, 2, 3, 4].map(() => half(domain, ada.name)))
    const race = await outcomes(
      waiting.map(({ cookie }) =>
        factors().finish(somewhere(), codes![0]!.toLowerCase().replaceAll('-', ' '), cookie)
      )
    )
    expect(race.done).toBe(1)
    expect(new Set(race.codes)).toEqual(new Set(['factor.wrong_code']))
    expect((await factors().view(ada.ctx)).codesLeft).toBe(9)
    expect(await audits(ada)).toContain('recovery_code_used')

    const fresh = await factors().newCodes(ada.ctx)
    const { cookie } = await half(domain, ada.name)
    await refused(factors().finish(somewhere(), codes![1]!, cookie), 'factor.wrong_code', 400)
    expect(await actorOf(await factors().finish(somewhere(), fresh[0]!, cookie))).toMatchObject({
      id: ada.id
    })
  })

  it('accepts no code of another account', async () => {
    const [ada, eve] = [await person(domain), await person(domain)]
    await addApp(domain, ada.ctx)
    const { key, codes } = await addApp(domain, eve.ctx)
    const { cookie } = await half(domain, ada.name)
    for (const code of [codeOf(key, 1), codes![0]!])
      await refused(factors().finish(somewhere(), code, cookie), 'factor.wrong_code', 400)
    expect((await factors().view(eve.ctx)).codesLeft).toBe(10)
  })

  it('slows down guesses of codes, by account and by address', async () => {
    const ada = await person(domain)
    await addApp(domain, ada.ctx)
    const { cookie } = await half(domain, ada.name)
    for (let n = 0; n < 6; n++)
      await refused(factors().finish(somewhere(), '000000', cookie), 'factor.wrong_code', 400)
    const late = await refused(factors().finish(somewhere(), '000000', cookie), 'rate.limited', 429)
    expect(late.retryAfter).toBeGreaterThan(0)
    const ctx = somewhere()
    const others = await Promise.all(Array.from({ length: 5 }, () => person(domain)))
    for (const one of others) await addApp(domain, one.ctx)
    let refusals = 0
    for (const one of others) {
      const step = await half(domain, one.name)
      for (let n = 0; n < 5; n++)
        await factors()
          .finish(ctx, '000000', step.cookie)
          .catch(({ code }) => void (code === 'rate.limited' && refusals++))
    }
    expect(refusals).toBeGreaterThan(0)
  })

  it('ends with a new password, a ban, and when it is cancelled', async () => {
    const ada = await person(domain)
    const { codes } = await addApp(domain, ada.ctx)
    const first = await half(domain, ada.name)
    await domain.services.accounts.changePassword(ada.ctx, { old: PASSWORD, new: 'another phrase' })
    expect(await factors().waiting(first.cookie)).toBeNull()
    await refused(factors().finish(somewhere(), codes![0]!, first.cookie), 'factor.expired', 401)

    const eve = await person(domain)
    const own = await addApp(domain, eve.ctx)
    const second = await half(domain, eve.name)
    await factors().cancel(second.cookie)
    await refused(factors().finish(somewhere(), own.codes![0]!, second.cookie), 'factor.expired', 401)
    const third = await half(domain, eve.name)
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, eve.id)
    await refused(factors().finish(somewhere(), own.codes![0]!, third.cookie), 'factor.expired', 401)
    // A refused code is not used up.
    await sql(`UPDATE users SET role = 'User' WHERE id = $1`, eve.id)
    expect((await factors().view(eve.ctx)).codesLeft).toBe(10)
  })

  it('is over after ten minutes, and purged', async () => {
    const ada = await person(domain)
    const { codes } = await addApp(domain, ada.ctx)
    const { cookie } = await half(domain, ada.name)
    await sql(`UPDATE login_steps SET expires_at = now() WHERE user_id = $1`, ada.id)
    await refused(factors().finish(somewhere(), codes![0]!, cookie), 'factor.expired', 401)
    await factors().purge()
    expect(await sql('SELECT FROM login_steps WHERE user_id = $1', ada.id)).toHaveLength(0)
  })
})

describe('staff that must have a second factor', () => {
  it('add it at their next login, and can do nothing before', async () => {
    const [boss, monitor, player] = [
      await person(domain, 'Admin'),
      await person(domain, 'Monitor'),
      await person(domain)
    ]
    const require = (ctx = boss.ctx) =>
      domain.services.settings.update(ctx, { accountPolicy: { staffSecondFactor: true } })
    const error = await refused(require(), 'factor.own_first', 400)
    expect(error.extra).toEqual({ field: 'staffSecondFactor' })
    const { codes } = await addApp(domain, boss.ctx)
    await require()
    await expect.poll(async () => (await signedIn(domain, monitor.cookie)).actor).toBeNull()
    expect(await actorOf([boss.cookie])).toMatchObject({ id: boss.id })
    expect(await actorOf([player.cookie])).toMatchObject({ id: player.id })

    const { refusal, cookie } = await half(domain, monitor.name)
    expect(refusal.extra.factors).toEqual([])
    expect(await actorOf([cookie])).toBeNull()
    await refused(factors().finish(somewhere(), codes![0]!, cookie), 'factor.wrong_code', 400)
    const other = await half(domain, monitor.name)
    const added = await addApp(domain, somewhere(), cookie)
    expect(added.loggedIn).toBe(true)
    expect(added.codes).toHaveLength(10)
    expect(await actorOf(added.cookies)).toMatchObject({ id: monitor.id, role: 'Monitor' })
    // A login that began before must not add a second factor now.
    await refused(addApp(domain, somewhere(), other.cookie), 'factor.expired', 401)

    const ctx = await signedIn(domain, sent(added.cookies))
    const { factors: own, required } = await factors().view(ctx)
    expect(required).toBe(true)
    await refused(factors().remove(ctx, own[0]!.id), 'factor.last_required', 400)
    await addApp(domain, ctx, null, 'Tablet')
    await factors().remove(ctx, own[0]!.id)
    expect((await factors().view(ctx)).factors).toMatchObject([{ name: 'Tablet' }])
  })
})

describe('the confirmation of the owner', () => {
  it('is a proof of the last ten minutes', async () => {
    const ada = await person(domain)
    const { key, code, codes } = await addApp(domain, ada.ctx)
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
    const [boss, ada] = [await person(domain, 'Admin'), await person(domain)]
    await age(boss)
    const { users } = domain.services
    await refused(users.update(boss.ctx, ada.id, { role: 'Admin' }), 'account.confirm_needed', 403)
    await users.update(boss.ctx, ada.id, { bio: 'sails' })
    await factors().confirm(boss.ctx, { password: PASSWORD })
    await users.update(boss.ctx, ada.id, { role: 'Monitor' })
    expect(await users.one(boss.ctx, ada.id)).toMatchObject({ role: 'Monitor', bio: 'sails' })
  })

  it('is not needed for tokens, which neither see nor change factors', async () => {
    const ada = await person(domain)
    await addApp(domain, ada.ctx)
    const { token } = await domain.services.tokens.create(ada.ctx, {
      ...{ name: 'CI', scopes: ['read'], game: null, days: 1, password: PASSWORD }
    })
    const { actor } = await domain.services.tokens.authenticate(token, null)
    expect(actor).toMatchObject({ id: ada.id })
    const ctx = visitor({ actor })
    await refused(factors().view(ctx), 'token.login_needed', 403)
    await refused(factors().beginTotp(ctx, null), 'token.login_needed', 403)
    await refused(factors().confirm(ctx, { password: PASSWORD }), 'token.login_needed', 403)
  })
})

describe('an administrator', () => {
  it('resets the factors of an account, which ends its sessions and notifies its owner', async () => {
    const [boss, ada] = [await person(domain, 'Admin'), await person(domain)]
    await addApp(domain, ada.ctx)
    const waiting = await half(domain, ada.name)
    await refused(factors().reset(ada.ctx, boss.id), 'auth.forbidden', 403)
    await refused(factors().reset(boss.ctx, boss.id), 'factor.own_reset', 400)
    await age(boss)
    await refused(factors().reset(boss.ctx, ada.id), 'account.confirm_needed', 403)
    await factors().confirm(boss.ctx, { password: PASSWORD })
    expect(await factors().count(boss.ctx, ada.id)).toBe(1)
    await factors().reset(boss.ctx, ada.id)
    expect(await factors().count(boss.ctx, ada.id)).toBe(0)
    await expect.poll(async () => (await signedIn(domain, ada.cookie)).actor).toBeNull()
    expect(await factors().waiting(waiting.cookie)).toBeNull()
    await domain.services.accounts.login(somewhere(), { userName: ada.name, password: PASSWORD })
    await deliver(domain)
    const to = await emailOf(ada)
    await expect
      .poll(() => box.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Your second factors were reset/))
    expect(await audits(ada)).toContain('factors_reset')
  })
})
