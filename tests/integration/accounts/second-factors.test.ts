import { describe, expect, it } from 'vitest'
import { deliver, PASSWORD, visitor } from '../../support/accounts/accounts'
import {
  addApp,
  beginLogin,
  codeOf,
  cookieHeader,
  newVisitor,
  person
} from '../../support/accounts/second-factors'
import { openSecondFactorsSuite } from '../../support/accounts/second-factors-suite'
import { outcomes, refused } from '../../support/domain'

const suite = openSecondFactorsSuite()
const { factors, sql, emailOf, audits, actorOf } = suite

describe('an app', () => {
  it('is added by its first code, with recovery codes that are stored only hashed', async () => {
    const ada = await person(suite.domain)
    const setup = cookieHeader([await factors().beginTotp(ada.ctx, null)])
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
    await deliver(suite.domain)
    expect((await suite.box.last(await emailOf(ada))).subject).toMatch(/^A second factor was added/)
    expect(await audits(ada)).toContain('factor_added')
  })

  it('belongs to the account that began it, for ten minutes, and no account has more than ten', async () => {
    const [ada, eve] = [await person(suite.domain), await person(suite.domain)]
    const setup = cookieHeader([await factors().beginTotp(ada.ctx, null)])
    expect(await factors().pendingTotp(eve.ctx, setup)).toBeNull()
    await refused(
      factors().addTotp(eve.ctx, { name: 'x', code: '123456' }, setup),
      'factor.setup_expired',
      400
    )
    for (let n = 0; n < 10; n++) await addApp(suite.domain, ada.ctx, null, `Phone ${n}`)
    await refused(addApp(suite.domain, ada.ctx), 'factor.limit', 400)
  })

  it('makes recovery codes once when several first ones are added at once', async () => {
    const ada = await person(suite.domain)
    const added = await Promise.all([
      addApp(suite.domain, ada.ctx),
      addApp(suite.domain, ada.ctx),
      addApp(suite.domain, ada.ctx)
    ])
    expect(added.filter(({ codes }) => codes !== null)).toHaveLength(1)
    expect((await factors().view(ada.ctx)).codesLeft).toBe(10)
  })

  it('is renamed and removed by its owner alone, and the recovery codes are deleted with the last one', async () => {
    const [ada, eve] = [await person(suite.domain), await person(suite.domain)]
    await addApp(suite.domain, ada.ctx)
    const { id } = (await factors().view(ada.ctx)).factors[0]!
    await refused(factors().rename(eve.ctx, id, 'mine'), 'factor.not_found', 404)
    await refused(factors().remove(eve.ctx, id), 'factor.not_found', 404)
    await factors().rename(ada.ctx, id, 'Old phone')
    expect((await factors().view(ada.ctx)).factors[0]).toMatchObject({ id, name: 'Old phone' })
    await factors().remove(ada.ctx, id)
    expect(await factors().view(ada.ctx)).toMatchObject({ factors: [], codesLeft: 0 })
    await suite.domain.services.accounts.login(newVisitor(), { userName: ada.name, password: PASSWORD })
    await refused(factors().newCodes(ada.ctx), 'factor.none', 400)
    await deliver(suite.domain)
    const to = await emailOf(ada)
    await expect
      .poll(() => suite.box.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^A second factor was removed/))
  })
})

describe('a login', () => {
  it('waits for a code, and what it has until then is no session', async () => {
    const ada = await person(suite.domain)
    const { key } = await addApp(suite.domain, ada.ctx)
    await refused(
      suite.domain.services.accounts.login(newVisitor(), { userName: ada.name, password: 'wrong' }),
      'account.bad_credentials',
      401
    )
    const { refusal, cookie } = await beginLogin(suite.domain, ada.name)
    expect(refusal.status).toBe(401)
    expect(refusal.extra).toEqual({ code: 'account.second_factor', factors: ['totp'] })
    const value = cookie.split('=')[1]
    expect(await actorOf([cookie, `halyard_session=${value}`])).toBeNull()
    expect(await factors().waiting(cookie)).toEqual({ userName: ada.name, kinds: ['totp'] })
    await refused(addApp(suite.domain, newVisitor(), cookie), 'factor.expired', 401)
    await refused(factors().view(visitor()), 'auth.login_required', 401)

    const cookies = await factors().finish(newVisitor(), codeOf(key, 1), cookie)
    expect(await actorOf(cookies)).toMatchObject({ id: ada.id })
    await refused(factors().finish(newVisitor(), codeOf(key, 1), cookie), 'factor.expired', 401)
    expect(await audits(ada)).toEqual(expect.arrayContaining(['second_factor_asked', 'logged_in']))
  })

  it('takes no code twice, and none from before one that was taken', async () => {
    const ada = await person(suite.domain)
    const { key, code: first } = await addApp(suite.domain, ada.ctx)
    // The code that added the app is used up.
    await refused(
      factors().finish(newVisitor(), first, (await beginLogin(suite.domain, ada.name)).cookie),
      'factor.wrong_code',
      400
    )
    const next = codeOf(key, 1)
    const waiting = await Promise.all([
      beginLogin(suite.domain, ada.name),
      beginLogin(suite.domain, ada.name),
      beginLogin(suite.domain, ada.name)
    ])
    const { done, codes } = await outcomes(
      waiting.map(({ cookie }) => factors().finish(newVisitor(), next, cookie))
    )
    expect(done).toBe(1)
    expect(codes).toEqual(['factor.wrong_code', 'factor.wrong_code'])
    const { cookie } = await beginLogin(suite.domain, ada.name)
    for (const code of [codeOf(key, -1), first, next, codeOf(key, 5)])
      await refused(factors().finish(newVisitor(), code, cookie), 'factor.wrong_code', 400)
  })

  it('takes a recovery code once, even when several logins send it at once', async () => {
    const ada = await person(suite.domain)
    const { codes } = await addApp(suite.domain, ada.ctx)
    const waiting = await Promise.all([1, 2, 3, 4].map(() => beginLogin(suite.domain, ada.name)))
    const race = await outcomes(
      waiting.map(({ cookie }) =>
        factors().finish(newVisitor(), codes![0]!.toLowerCase().replaceAll('-', ' '), cookie)
      )
    )
    expect(race.done).toBe(1)
    expect(new Set(race.codes)).toEqual(new Set(['factor.wrong_code']))
    expect((await factors().view(ada.ctx)).codesLeft).toBe(9)
    expect(await audits(ada)).toContain('recovery_code_used')

    const fresh = await factors().newCodes(ada.ctx)
    const { cookie } = await beginLogin(suite.domain, ada.name)
    await refused(factors().finish(newVisitor(), codes![1]!, cookie), 'factor.wrong_code', 400)
    expect(await actorOf(await factors().finish(newVisitor(), fresh[0]!, cookie))).toMatchObject({
      id: ada.id
    })
  })

  it('accepts no code of another account', async () => {
    const [ada, eve] = [await person(suite.domain), await person(suite.domain)]
    await addApp(suite.domain, ada.ctx)
    const { key, codes } = await addApp(suite.domain, eve.ctx)
    const { cookie } = await beginLogin(suite.domain, ada.name)
    for (const code of [codeOf(key, 1), codes![0]!])
      await refused(factors().finish(newVisitor(), code, cookie), 'factor.wrong_code', 400)
    expect((await factors().view(eve.ctx)).codesLeft).toBe(10)
  })

  it('slows down guesses of codes, by account and by address', async () => {
    const ada = await person(suite.domain)
    await addApp(suite.domain, ada.ctx)
    const { cookie } = await beginLogin(suite.domain, ada.name)
    for (let n = 0; n < 6; n++)
      await refused(factors().finish(newVisitor(), '000000', cookie), 'factor.wrong_code', 400)
    const late = await refused(factors().finish(newVisitor(), '000000', cookie), 'rate.limited', 429)
    expect(late.retryAfter).toBeGreaterThan(0)
    const ctx = newVisitor()
    const others = await Promise.all(Array.from({ length: 5 }, () => person(suite.domain)))
    for (const one of others) await addApp(suite.domain, one.ctx)
    let refusals = 0
    for (const one of others) {
      const step = await beginLogin(suite.domain, one.name)
      for (let n = 0; n < 5; n++)
        await factors()
          .finish(ctx, '000000', step.cookie)
          .catch(({ code }) => void (code === 'rate.limited' && refusals++))
    }
    expect(refusals).toBeGreaterThan(0)
  })

  it('ends with a new password, a ban, and when it is cancelled', async () => {
    const ada = await person(suite.domain)
    const { codes } = await addApp(suite.domain, ada.ctx)
    const first = await beginLogin(suite.domain, ada.name)
    await suite.domain.services.accounts.changePassword(ada.ctx, { old: PASSWORD, new: 'another phrase' })
    expect(await factors().waiting(first.cookie)).toBeNull()
    await refused(factors().finish(newVisitor(), codes![0]!, first.cookie), 'factor.expired', 401)

    const eve = await person(suite.domain)
    const own = await addApp(suite.domain, eve.ctx)
    const second = await beginLogin(suite.domain, eve.name)
    await factors().cancel(second.cookie)
    await refused(factors().finish(newVisitor(), own.codes![0]!, second.cookie), 'factor.expired', 401)
    const third = await beginLogin(suite.domain, eve.name)
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, eve.id)
    await refused(factors().finish(newVisitor(), own.codes![0]!, third.cookie), 'factor.expired', 401)
    // A refused code is not used up.
    await sql(`UPDATE users SET role = 'User' WHERE id = $1`, eve.id)
    expect((await factors().view(eve.ctx)).codesLeft).toBe(10)
  })

  it('is over after ten minutes, and purged', async () => {
    const ada = await person(suite.domain)
    const { codes } = await addApp(suite.domain, ada.ctx)
    const { cookie } = await beginLogin(suite.domain, ada.name)
    await sql(`UPDATE login_steps SET expires_at = now() WHERE user_id = $1`, ada.id)
    await refused(factors().finish(newVisitor(), codes![0]!, cookie), 'factor.expired', 401)
    await factors().purge()
    expect(await sql('SELECT FROM login_steps WHERE user_id = $1', ada.id)).toHaveLength(0)
  })
})
