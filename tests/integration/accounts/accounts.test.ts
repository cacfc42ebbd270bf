import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { passwordChangeInput, profileUpdateInput, registerInput } from '~/server/accounts/contract'
import { createVisits } from '~/server/accounts/visits'
import { createCaptcha } from '~/server/captcha'
import { type Attempts, createAttempts } from '~/server/limits'
import { RATES } from '~/server/limits/contract'
import { configure, PASSWORD, signedIn, visitor } from '../../support/accounts/accounts'
import { type CaptchaProvider, openCaptchaProvider } from '../../support/accounts/captcha'
import { changeConcurrently } from '../../support/concurrent-changes'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { runBuilt } from '../../support/program'

let domain: Domain
let accounts: Domain['services']['accounts']
let sql: Domain['stores']['db']['pool']

beforeAll(async () => {
  domain = await openDomain()
  accounts = domain.services.accounts
  sql = domain.stores.db.pool
})
afterAll(() => domain?.close())
beforeEach(() => configure(domain, {}))

const someone = (change: object = {}) => {
  const userName = `u${randomUUID().slice(0, 8)}`
  return { userName, email: `${userName}@halyard.example`, password: PASSWORD, ...change }
}
const member = async (change: Partial<Ctx> = {}) => {
  const input = someone()
  const { session } = await accounts.register(visitor(change), input)
  return { ...input, cookie: session!.cookie, ctx: await signedIn(domain, session!.cookie, change) }
}

describe('registration', () => {
  it('leads to each of its three ends, and never reuses an account', async () => {
    const known = await member()
    await refused(
      accounts.register(visitor(), { ...someone(), email: known.email.toUpperCase() }),
      'account.already_exists',
      400
    )
    await configure(domain, { activeOnRegister: false })
    const waiting = someone()
    expect(await accounts.register(visitor(), waiting)).toEqual({
      status: 'AdminConfirmationRequired',
      session: null
    })
    await refused(accounts.login(visitor(), waiting), 'account.bad_credentials', 401)
    // A known address looks like any other one.
    const again = { ...someone(), email: known.email }
    expect(await accounts.register(visitor(), again)).toEqual({
      status: 'AdminConfirmationRequired',
      session: null
    })
    await refused(accounts.login(visitor(), again), 'account.bad_credentials', 401)
    await configure(domain, {})
    // Otherwise the next registration could take over an account that is active at once (docs/rules/accounts.md#registration).
    await refused(
      accounts.register(visitor(), { ...waiting, userName: someone().userName, password: 'a thief' }),
      'account.already_exists',
      400
    )
    await configure(domain, { allowRegister: false })
    await refused(accounts.register(visitor(), someone()), 'account.register_disabled', 400)
  })

  it('accepts listed domains only', async () => {
    await configure(domain, { emailDomainList: ' halyard.example, , Other.Example ' })
    const error = await refused(
      accounts.register(visitor(), someone({ email: 'a@evil-halyard.example' })),
      'account.email_domain_not_allowed',
      400
    )
    expect(error.params.list).toContain('halyard.example')
    expect((await accounts.register(visitor(), someone({ email: 'q@OTHER.example' }))).status).toBe(
      'LoggedIn'
    )
  })

  it('makes one account when several register the same name at once', async () => {
    const { userName } = someone()
    const spelled = [userName, userName.toUpperCase(), ` ${userName} `, userName]
    const work = spelled.map((name) =>
      accounts.register(visitor(), registerInput.parse(someone({ userName: name })))
    )
    const { done, codes } = await outcomes(work)
    expect(done).toBe(1)
    expect(new Set(codes)).toEqual(new Set(['identity.duplicate_user_name']))
  })

  it.each([
    ['zero width', 'ad\u200bmin', 'field.user_name_characters'],
    ['direction', '\u202eadmin', 'field.user_name_characters'],
    ['control', 'adm\u0007in', 'field.user_name_characters'],
    ['an address', 'a@b.c', 'field.user_name_characters'],
    ['too short after trimming', '  ab  ', 'field.user_name_too_short'],
    ['ten thousand', 'x'.repeat(10_000), 'field.user_name_too_long']
  ])('refuses a name with %s', (_, userName, code) => {
    const { error } = registerInput.safeParse(someone({ userName }))
    expect(error?.issues[0]?.message).toBe(code)
  })

  it('is not needed for the first administrator, who is created once, even when renamed', async () => {
    const { rows } = await sql.query<{ id: string }>(
      `UPDATE users SET role = 'User' WHERE role = 'Admin' RETURNING id`
    )
    expect(await accounts.ensureAdministrator(visitor(), PASSWORD)).toBe('Admin')
    expect(await accounts.ensureAdministrator(visitor(), PASSWORD)).toBeNull()
    const rename = `UPDATE users SET user_name = $2, user_name_key = lower($2) WHERE user_name = $1`
    await sql.query(rename, ['Admin', 'Bosun'])
    expect(await accounts.ensureAdministrator(visitor(), PASSWORD)).toBeNull()
    await sql.query(rename, ['Bosun', 'Admin'])
    await sql.query(`UPDATE users SET role = 'Admin' WHERE id = ANY($1)`, [rows.map(({ id }) => id)])
  })

  it.each(['Аdmin', 'ΑDMIN', 'Ａｄｍｉｎ', 'аdmіn'])(
    'refuses a name that looks like another: %s',
    async (userName) => {
      const input = registerInput.parse(someone({ userName }))
      await refused(accounts.register(visitor(), input), 'identity.duplicate_user_name', 400)
    }
  )

  it('ignores unknown members', () => {
    const given = { ...someone(), role: 'Admin', active: true, emailConfirmed: true, id: randomUUID() }
    expect(Object.keys(registerInput.parse(given)).sort()).toEqual(['email', 'password', 'userName'])
    const profile = { ...given, bio: 'x', avatar: 'y' }
    expect(Object.keys(profileUpdateInput.parse(profile)).sort()).toEqual(['bio', 'userName'])
  })
})

describe('an administrator whose password is lost', () => {
  const start = async (...argv: string[]) => {
    const run = runBuilt('migrate', argv, domain.stores)
    expect([await run.ended, run.stderr()]).toEqual([0, ''])
    return run
      .stdout()
      .split('\n')
      .flatMap((line) => (line ? (JSON.parse(line).admin ?? []) : []))
  }

  it('gets a new one when a start requests it, and is logged out everywhere', async () => {
    await accounts.ensureAdministrator(visitor(), PASSWORD)
    const [admin] = (await sql.query<{ id: string }>(`SELECT id FROM users WHERE user_name = 'Admin'`)).rows
    const { cookie } = await accounts.sessions.start(admin!.id, visitor())
    await sql.query('UPDATE users SET active = false WHERE id = $1', [admin!.id])
    expect(await start()).toEqual([])
    const [told] = await start('--reset-admin')
    expect(told).toMatchObject({ userName: 'Admin', password: expect.stringMatching(/^[0-9a-f-]{20,}$/) })
    await accounts.login(visitor(), told)
    await refused(accounts.login(visitor(), { ...told, password: PASSWORD }), 'account.bad_credentials', 401)
    const { rows } = await sql.query('SELECT FROM sessions WHERE user_id = $1', [admin!.id])
    expect(rows).toHaveLength(1)
    expect((await accounts.sessions.authenticate(cookie.split(';')[0]!, null)).actor).toBeNull()
    const deeds = await sql.query(`SELECT target FROM audit_events WHERE action = 'administrator_reset'`)
    expect(deeds.rows).toEqual([{ target: `user:${admin!.id}` }])
  })

  it('is the first of them when none is called Admin', async () => {
    const [first, second] = (await domain.users(2, 'Admin')).sort((a, b) => (a.id < b.id ? -1 : 1))
    const others = await sql.query<{ id: string }>(
      `UPDATE users SET role = 'User' WHERE role = 'Admin' AND id <> ALL ($1) RETURNING id`,
      [[first!.id, second!.id]]
    )
    expect(await accounts.resetAdministrator(visitor(), PASSWORD)).toBe(first!.name)
    await sql.query(`UPDATE users SET role = 'Admin' WHERE id = ANY($1)`, [others.rows.map(({ id }) => id)])
  })
})

describe('login', () => {
  it('replies alike for a wrong password, an unknown name and a waiting account; a ban shows only to its owner', async () => {
    const known = await member()
    const banned = await member()
    await sql.query(`UPDATE users SET role = 'Banned' WHERE user_name = $1`, [banned.userName])
    for (const [userName, password] of [
      [known.userName, 'wrong word'],
      ['nobody at all', PASSWORD],
      [banned.userName, 'wrong word']
    ] as const)
      await refused(accounts.login(visitor(), { userName, password }), 'account.bad_credentials', 401)
    await refused(accounts.login(visitor(), banned), 'account.banned', 401)
    await accounts.login(visitor(), { userName: known.email.toUpperCase(), password: PASSWORD })
  })

  it('takes as much CPU time for an unknown account', async () => {
    const known = await member()
    // CPU time of all threads, because it does not depend on other load on the machine.
    const work = async (userName: string) => {
      const before = process.cpuUsage()
      await refused(accounts.login(visitor(), { userName, password: 'wrong' }), 'account.bad_credentials')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const costs: [number, number][] = []
    for (let i = 0; i < 4; i++) costs.push([await work(known.userName), await work('nobody here')])
    const [right, wrong] = [Math.min(...costs.map(([one]) => one)), Math.min(...costs.map(([, one]) => one))]
    // Without checking a password it would be a tenth.
    expect(wrong).toBeGreaterThan(right / 3)
    expect(wrong).toBeLessThan(right * 3)
  })

  it('replaces the session that came with it', async () => {
    const { ctx, userName, cookie } = await member()
    const next = await accounts.login(ctx, { userName, password: PASSWORD })
    expect(next.cookie).not.toBe(cookie)
    expect((await signedIn(domain, cookie)).actor).toBeNull()
    expect((await signedIn(domain, next.cookie)).actor?.userName).toBe(userName)
  })

  it('audits successes and failures, and no secret', async () => {
    const { userName } = await member()
    await refused(accounts.login(visitor(), { userName, password: 'guess 4711' }), 'account.bad_credentials')
    await accounts.login(visitor(), { userName, password: PASSWORD })
    const { rows } = await sql.query(
      `SELECT action, target = 'user:' || actor_id AS own, ip, to_jsonb(a)::text AS whole FROM audit_events a
       WHERE target = (SELECT 'user:' || id FROM users WHERE user_name = $1) ORDER BY id`,
      [userName]
    )
    expect(rows.map(({ action, own }) => [action, own])).toEqual([
      ['account_registered', true],
      ['login_refused', null],
      ['logged_in', true]
    ])
    expect(rows.every(({ ip }) => ip === '192.0.2.7')).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/4711|pass phrase/)
  })

  it('gives no session for a password that was changed while it was checked', async () => {
    const { userName, ctx } = await member()
    const logins = Array.from({ length: 6 }, () =>
      accounts.login(visitor(), { userName, password: PASSWORD }).catch(() => null)
    )
    await accounts.changePassword(ctx, { old: PASSWORD, new: 'a newer phrase' })
    const cookies = (await Promise.all(logins)).flatMap((session) => session?.cookie ?? [])
    for (const cookie of cookies) expect((await signedIn(domain, cookie)).actor).toBeNull()
  })
})

describe('sessions', () => {
  it('are listed for their owner, and end one by one or all but the own', async () => {
    const { userName, ctx } = await member({ userAgent: 'first' })
    const login = (userAgent: string) =>
      accounts.login(visitor({ userAgent, ip: '198.51.100.4' }), { userName, password: PASSWORD })
    const [phone, laptop] = [await login('phone'), await login('laptop')]
    const list = await accounts.sessions.list(ctx)
    expect(list.map(({ userAgent, current }) => [userAgent, current]).sort()).toEqual([
      ['first', true],
      ['laptop', false],
      ['phone', false]
    ])
    expect(JSON.stringify(list)).not.toContain(phone.cookie.slice(16, 56))
    const ofPhone = list.find(({ userAgent }) => userAgent === 'phone')!

    const stranger = await member()
    await accounts.sessions.revoke(stranger.ctx, ofPhone.id)
    expect((await signedIn(domain, phone.cookie)).actor).not.toBeNull()
    await accounts.sessions.revoke(ctx, ofPhone.id)
    expect((await signedIn(domain, phone.cookie)).actor).toBeNull()
    expect(await accounts.sessions.revokeOthers(ctx)).toBe(1)
    expect((await signedIn(domain, laptop.cookie)).actor).toBeNull()
    expect((await accounts.sessions.list(ctx)).map(({ current }) => current)).toEqual([true])
  })

  it('a new password ends all others; a wrong old one changes nothing', async () => {
    const { userName, ctx, cookie } = await member()
    const other = await accounts.login(visitor(), { userName, password: PASSWORD })
    await refused(
      accounts.changePassword(ctx, { old: 'wrong one', new: 'x'.repeat(8) }),
      'identity.password_mismatch',
      400
    )
    await accounts.changePassword(ctx, { old: PASSWORD, new: 'a newer phrase' })
    expect((await signedIn(domain, other.cookie)).actor).toBeNull()
    expect((await signedIn(domain, cookie)).actor).not.toBeNull()
    const twice = ['one after all', 'two after all'].map((chosen) =>
      accounts.changePassword(ctx, { old: 'a newer phrase', new: chosen })
    )
    expect(await outcomes(twice)).toEqual({ done: 1, codes: ['identity.password_mismatch'] })
    const tooShort = passwordChangeInput.safeParse({ old: 'x', new: 'y' })
    expect(tooShort.error?.issues.map(({ message }) => message)).toEqual([
      'field.password_old_too_short',
      'field.password_new_too_short'
    ])
  })

  it('are refused to banned and deactivated accounts', async () => {
    const { ctx, userName } = await member()
    for (const change of [`role = 'Banned'`, `role = 'User', active = false`]) {
      await sql.query(`UPDATE users SET ${change} WHERE user_name = $1`, [userName])
      await refused(accounts.sessions.start(ctx.actor!.id, visitor()), 'account.bad_credentials', 401)
    }
  })
})

describe('cookies without a session', () => {
  it('are read within the rate of visitors; requests with a session go on', async () => {
    const limited = await openDomain({ HALYARD_RATE_LIMITS: 'on' })
    try {
      const { sessions } = limited.services.accounts
      const [member] = await limited.users(1)
      const start = async () => {
        const { cookie } = await sessions.start(member!.id, limited.as(null))
        return cookie.split(';')[0]!
      }
      const [own, ip] = [await start(), '198.51.100.77']
      const made = (place: number) => `halyard_session=${String(place).padStart(40, 'x')}`
      const asked = vi.spyOn(limited.stores.db.pool, 'query')
      for (let place = 0; place < RATES.read.max; place++)
        expect((await sessions.authenticate(made(place), ip)).actor).toBeNull()
      expect(asked).toHaveBeenCalledTimes(RATES.read.max)
      for (let place = 500; place < 600; place++)
        await refused(sessions.authenticate(made(place), ip), 'rate.limited', 429)
      expect(asked).toHaveBeenCalledTimes(RATES.read.max)
      expect((await sessions.authenticate(made(1001), '198.51.100.78')).actor).toBeNull()
      for (const cookie of [own, await start()])
        expect((await sessions.authenticate(cookie, ip)).actor?.id).toBe(member!.id)
    } finally {
      await limited.close()
    }
  })
})

describe('profile', () => {
  it('loses nothing when two parts of it change at once', async () => {
    const { ctx } = await member()
    await changeConcurrently(
      domain.stores.db,
      ctx.actor!.id,
      () => accounts.update(ctx, { bio: 'sails' }),
      () => accounts.update(ctx, { phone: '123' })
    )
    expect(await accounts.profile(ctx)).toMatchObject({ bio: 'sails', phone: '123' })
  })

  it('keeps what is absent, clears what is null, but never the name', async () => {
    const { ctx, userName } = await member()
    const update = (input: object) => accounts.update(ctx, profileUpdateInput.parse(input))
    await update({ bio: 'sails', phone: '+49 (30) 123-45 ext. 6', realName: 'Mira', stdNumber: '4711' })
    await update({ bio: null, phone: null, userName: null, stdNumber: '' })
    expect(await accounts.profile(ctx)).toMatchObject({
      userName,
      bio: '',
      phone: null,
      realName: 'Mira',
      stdNumber: ''
    })
  })

  it.each([
    [{ bio: 'x'.repeat(129) }, 'field.bio_too_long'],
    [{ realName: 'x'.repeat(10_000) }, 'field.real_name_too_long'],
    [{ stdNumber: 'x'.repeat(65) }, 'field.std_number_too_long'],
    [{ phone: '' }, 'field.phone_malformed'],
    [{ phone: `${'1'.repeat(5000)}!` }, 'field.phone_malformed'],
    [{ userName: '' }, 'field.user_name_required'],
    [{ bio: 'a\0b' }, 'field.characters'],
    [{ bio: 7 }, 'field.type_mismatch']
  ])('refuses %j', (input, code) => {
    expect(profileUpdateInput.safeParse(input).error?.issues[0]?.message).toBe(code)
  })

  it('makes a change of name visible at once and audits it; a taken name is refused', async () => {
    const [one, other] = [await member(), await member()]
    await refused(
      accounts.update(one.ctx, { userName: other.userName.toUpperCase() }),
      'identity.duplicate_user_name',
      400
    )
    const next = someone().userName
    await accounts.update(one.ctx, { userName: next })
    expect((await signedIn(domain, one.cookie)).actor?.userName).toBe(next)
    const { rows } = await sql.query(
      `SELECT before, after, actor_id AS actor FROM audit_events WHERE action = 'user_name_changed' AND target = $1`,
      [`user:${one.ctx.actor?.id}`]
    )
    expect(rows).toEqual([
      { before: { userName: one.userName }, after: { userName: next }, actor: one.ctx.actor?.id }
    ])
  })
})

describe('attempts', () => {
  let attempts: Attempts
  beforeAll(() => {
    attempts = createAttempts(domain.stores.redis, domain.stores.log, true)
  })
  const times = async (count: number, attempt: () => Promise<unknown>) => {
    for (let i = 0; i < count; i++) await attempt()
  }

  /** Ends the wait of unrecognised clients. */
  const later = async (account: string) => {
    const { redis } = domain.stores
    const who = createHash('sha256').update(account).digest('base64url')
    for (const lane of ['first', 'again']) await redis.del(`halyard:backoff:unrecognised:${who}:${lane}`)
  }
  const login = (account: string, ip: string, device?: string) => ({
    action: 'login' as const,
    account,
    ip,
    device
  })

  it('on one account from one address are slowed down, with a growing delay that stays short', async () => {
    const account = randomUUID()
    const guess = async () => {
      await later(account)
      return attempts.take(login(account, '10.1.0.1'))
    }
    await times(6, guess)
    const first = await refused(guess(), 'rate.limited', 429)
    expect(first.retryAfter).toBe(1)
    const { redis } = domain.stores
    const counter = (await redis.keys('halyard:backoff:login:*@10.1.0.1'))[0]!
    await redis.del('halyard:backoff:login:address:10.1.0.1')
    for (let i = 0; i < 12; i++) {
      await redis.hDel(counter, 'till')
      await guess()
    }
    const late = await refused(guess(), 'rate.limited', 429)
    expect(late.retryAfter).toBeGreaterThan(20)
    expect(late.retryAfter).toBeLessThanOrEqual(30)
    await redis.del(counter)
  })

  it('on one account from many addresses are limited, and a new client is admitted meanwhile', async () => {
    const account = randomUUID()
    const hosts = Array.from({ length: 20 }, (_, n) => `10.2.0.${n}`)
    const storm = () => outcomes(hosts.map((ip) => attempts.take(login(account, ip))))
    expect(await storm()).toMatchObject({ done: 5 })
    const wait = await refused(attempts.take(login(account, '10.2.1.1')), 'rate.limited', 429)
    expect(wait.retryAfter).toBeLessThanOrEqual(10)
    // Ten unrecognised clients, each of them again and again.
    for (let n = 0; n < 3; n++) {
      await later(account)
      await storm()
    }
    await later(account)
    expect(await storm()).toMatchObject({ done: 5 })
    await attempts.take(login(account, '10.2.1.1'))
  })

  it('of others do not block the owner at an address or device of an earlier login', async () => {
    const account = randomUUID()
    const owner = login(account, '203.0.113.9')
    await attempts.take(owner)
    await attempts.succeeded(owner)
    await later(account)
    let host = 0
    const guess = () => attempts.take(login(account, `10.3.0.${++host}`))
    await times(5, guess)
    await refused(guess(), 'rate.limited')
    await attempts.take(owner)
    await refused(attempts.take({ ...owner, ip: '203.0.113.77' }), 'rate.limited')
    await attempts.take(login(account, '203.0.113.77', 'a-device'))
    // A device has a limit of its own.
    await times(5, () => attempts.take(login(account, '203.0.113.78', 'a-device')))
    await refused(attempts.take(login(account, '203.0.113.79', 'a-device')), 'rate.limited')
  })

  it('of unrecognised clients are reported to the owner once', async () => {
    const account = randomUUID()
    const told: boolean[] = []
    for (let n = 0; n < 40; n++) {
      await later(account)
      told.push((await attempts.take(login(account, `10.4.${n}.1`))).notify)
    }
    expect(told.indexOf(true)).toBe(29)
    expect(told.filter(Boolean)).toHaveLength(1)
    expect((await attempts.take(login(account, '10.4.0.2', 'a-device'))).notify).toBe(false)
  })

  it('from one address on many accounts are slowed down, an IPv6 network being one address', async () => {
    let host = 0
    const spray = () =>
      attempts.take({ action: 'login', account: randomUUID(), ip: `2001:db8:7:7::${++host}` })
    await times(21, spray)
    await refused(spray(), 'rate.limited', 429)
    await attempts.take({ action: 'login', account: randomUUID(), ip: '2001:db8:7:8::1' })
  })

  it('count when they come at the same time', async () => {
    const account = randomUUID()
    const burst = Array.from({ length: 30 }, (_, i) =>
      attempts.take({ action: 'recovery', account, ip: `10.3.0.${i}` })
    )
    const { done, codes } = await outcomes(burst)
    expect(done).toBe(3)
    expect(new Set(codes)).toEqual(new Set(['rate.limited']))
  })

  it('are unlimited with HALYARD_RATE_LIMITS=off', async () => {
    const off = createAttempts(domain.stores.redis, domain.stores.log, false)
    await times(50, () => off.take({ action: 'login', account: 'x', ip: '10.4.0.1' }))
  })
})

describe('captcha', () => {
  let provider: CaptchaProvider
  beforeAll(async () => {
    provider = await openCaptchaProvider()
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.answer = { success: true, score: 0.9 }
    provider.asked.length = 0
  })
  const captchaOf = (type: 'GoogleRecaptcha' | 'CloudflareTurnstile') =>
    createCaptcha({
      settings: domain.services.settings,
      log: domain.stores.log,
      env: {
        CAPTCHA_PROVIDER: type,
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET_KEY: 'secret',
        CAPTCHA_SCORE: 0.5,
        CAPTCHA_VERIFY_URL: provider.url
      }
    })

  it('is required only when the policy demands it', async () => {
    const captcha = captchaOf('GoogleRecaptcha')
    expect(await captcha.info()).toEqual({ type: 'None', siteKey: '' })
    await captcha.check(visitor(), null)
    expect(provider.asked).toEqual([])
    await configure(domain, { useCaptcha: true })
    expect(await captcha.info()).toEqual({ type: 'GoogleRecaptcha', siteKey: 'site' })
    expect(await domain.services.captcha.info()).toEqual({ type: 'None', siteKey: '' })
    await accounts.register(visitor(), someone())
  })

  it.each([
    ['GoogleRecaptcha', 'GET'],
    ['CloudflareTurnstile', 'POST']
  ] as const)('%s gets the secret, the answer and the address by %s', async (type, method) => {
    await configure(domain, { useCaptcha: true })
    await captchaOf(type).check(visitor(), 'solved & done')
    const fields = { secret: 'secret', response: 'solved & done', remoteip: '192.0.2.7' }
    expect(provider.asked).toEqual([{ method, fields }])
  })

  it.each([
    ['GoogleRecaptcha', { success: true, score: 0.49 }],
    ['GoogleRecaptcha', { success: true }],
    ['GoogleRecaptcha', { success: false, score: 1 }],
    ['CloudflareTurnstile', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['CloudflareTurnstile', { success: 'true' }],
    ['CloudflareTurnstile', 'break']
  ] as const)('%s with the reply %j admits nobody', async (type, answer) => {
    await configure(domain, { useCaptcha: true })
    provider.answer = answer
    await refused(captchaOf(type).check(visitor(), 'x'), 'captcha.failed', 400)
  })

  it('admits nobody without a response, or when the provider hangs or is unreachable', async () => {
    await configure(domain, { useCaptcha: true })
    for (const answer of [null, undefined, ''])
      await refused(captchaOf('CloudflareTurnstile').check(visitor(), answer), 'captcha.failed', 400)
    expect(provider.asked).toEqual([])
    provider.answer = 'hang'
    await refused(captchaOf('CloudflareTurnstile').check(visitor(), 'x'), 'captcha.failed', 400)
  })

  it.each(['GoogleRecaptcha', 'CloudflareTurnstile'] as const)(
    '%s with a redirect admits nobody, and the redirect is not followed',
    async (type) => {
      await configure(domain, { useCaptcha: true })
      const elsewhere = await openCaptchaProvider()
      try {
        for (const status of [301, 302, 307, 308] as const) {
          provider.answer = { status, location: elsewhere.url }
          await refused(captchaOf(type).check(visitor(), 'x'), 'captcha.failed', 400)
        }
        expect(provider.asked).toHaveLength(4)
        // The client's value cannot redirect the request to another address.
        provider.answer = { success: true, score: 0.9 }
        const lead = `x&secret=mine#@${new URL(elsewhere.url).host}/`
        await captchaOf(type).check(visitor(), lead)
        expect(provider.asked.at(-1)?.fields).toMatchObject({ secret: 'secret', response: lead })
        expect(elsewhere.asked).toEqual([])
      } finally {
        await elsewhere.close()
      }
    }
  )
})

describe('visits', () => {
  it('are recorded in Redis and written together, newest last; an interrupted flush loses nothing', async () => {
    const { ctx } = await member()
    const { id, sessionId } = ctx.actor!
    const { redis, db, log } = domain.stores
    const visits = createVisits(db, redis, log)
    const at = new Date(Date.now() + 3_600_000)
    visits.record({ ...ctx, now: at, ip: '198.51.100.20' })
    visits.record({ ...ctx, now: new Date(at.getTime() + 1000), ip: '198.51.100.21' })
    visits.record(visitor())
    await expect.poll(() => redis.hLen('halyard:visits')).toBe(1)
    await redis.rename('halyard:visits', 'halyard:visits:flushing')
    await visits.flush()
    const user = await sql.query('SELECT last_visited_at AS at, ip FROM users WHERE id = $1', [id])
    expect(user.rows).toEqual([{ at, ip: '198.51.100.20' }])
    const [session] = await accounts.sessions.list(ctx)
    expect(session).toMatchObject({ id: sessionId, lastSeenAt: at, ip: '198.51.100.20' })
    await visits.flush()
    visits.record({ ...ctx, now: new Date(at.getTime() - 7_200_000) })
    await visits.flush()
    expect(
      (await sql.query('SELECT last_visited_at AS at FROM users WHERE id = $1', [id])).rows[0].at
    ).toEqual(at)
  })
})
