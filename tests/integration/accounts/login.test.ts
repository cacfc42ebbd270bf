import { describe, expect, it, vi } from 'vitest'
import { passwordChangeInput } from '~/server/accounts/contract'
import { RATES } from '~/server/limits/contract'
import { PASSWORD, sessionContext, visitor } from '../../support/accounts/accounts'
import { openAccountsSuite } from '../../support/accounts/accounts-suite'
import { openDomain, outcomes, refused } from '../../support/domain'

const suite = openAccountsSuite()
const { member } = suite

describe('login', () => {
  it('replies alike for a wrong password, an unknown name and a waiting account; a ban shows only to its owner', async () => {
    const known = await member()
    const banned = await member()
    await suite.sql.query(`UPDATE users SET role = 'Banned' WHERE user_name = $1`, [banned.userName])
    for (const [userName, password] of [
      [known.userName, 'wrong word'],
      ['nobody at all', PASSWORD],
      [banned.userName, 'wrong word']
    ] as const)
      await refused(suite.accounts.login(visitor(), { userName, password }), 'account.bad_credentials', 401)
    await refused(suite.accounts.login(visitor(), banned), 'account.banned', 401)
    await suite.accounts.login(visitor(), { userName: known.email.toUpperCase(), password: PASSWORD })
  })

  it('takes as much CPU time for an unknown account', async () => {
    const known = await member()
    // CPU time of all threads, because it does not depend on other load on the machine.
    const work = async (userName: string) => {
      const before = process.cpuUsage()
      await refused(
        suite.accounts.login(visitor(), { userName, password: 'wrong' }),
        'account.bad_credentials'
      )
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
    const next = await suite.accounts.login(ctx, { userName, password: PASSWORD })
    expect(next.cookie).not.toBe(cookie)
    expect((await sessionContext(suite.domain, cookie)).actor).toBeNull()
    expect((await sessionContext(suite.domain, next.cookie)).actor?.userName).toBe(userName)
  })

  it('audits successes and failures, and no secret', async () => {
    const { userName } = await member()
    await refused(
      suite.accounts.login(visitor(), { userName, password: 'guess 4711' }),
      'account.bad_credentials'
    )
    await suite.accounts.login(visitor(), { userName, password: PASSWORD })
    const { rows } = await suite.sql.query(
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
      suite.accounts.login(visitor(), { userName, password: PASSWORD }).catch(() => null)
    )
    await suite.accounts.changePassword(ctx, { old: PASSWORD, new: 'a newer phrase' })
    const cookies = (await Promise.all(logins)).flatMap((session) => session?.cookie ?? [])
    for (const cookie of cookies) expect((await sessionContext(suite.domain, cookie)).actor).toBeNull()
  })
})

describe('sessions', () => {
  it('are listed for their owner, and end one by one or all but the own', async () => {
    const { userName, ctx } = await member({ userAgent: 'first' })
    const login = (userAgent: string) =>
      suite.accounts.login(visitor({ userAgent, ip: '198.51.100.4' }), { userName, password: PASSWORD })
    const [phone, laptop] = [await login('phone'), await login('laptop')]
    const list = await suite.accounts.sessions.list(ctx)
    expect(list.map(({ userAgent, current }) => [userAgent, current]).sort()).toEqual([
      ['first', true],
      ['laptop', false],
      ['phone', false]
    ])
    expect(JSON.stringify(list)).not.toContain(phone.cookie.slice(16, 56))
    const ofPhone = list.find(({ userAgent }) => userAgent === 'phone')!

    const outsider = await member()
    await suite.accounts.sessions.revoke(outsider.ctx, ofPhone.id)
    expect((await sessionContext(suite.domain, phone.cookie)).actor).not.toBeNull()
    await suite.accounts.sessions.revoke(ctx, ofPhone.id)
    expect((await sessionContext(suite.domain, phone.cookie)).actor).toBeNull()
    expect(await suite.accounts.sessions.revokeOthers(ctx)).toBe(1)
    expect((await sessionContext(suite.domain, laptop.cookie)).actor).toBeNull()
    expect((await suite.accounts.sessions.list(ctx)).map(({ current }) => current)).toEqual([true])
    const { rows } = await suite.domain.stores.db.pool.query(
      `SELECT action, before FROM audit_events WHERE actor_id = $1 AND action LIKE 'session%' ORDER BY id`,
      [ctx.actor!.id]
    )
    expect(rows).toEqual([
      { action: 'session_ended', before: null },
      { action: 'sessions_ended', before: { count: 1 } }
    ])
  })

  it('are at most 100 of an account; a login beyond them ends the one that was seen longest ago', async () => {
    const { pool } = suite.domain.stores.db
    const { userName, cookie, ctx } = await member()
    const userId = ctx.actor!.id
    const login = async () => (await suite.accounts.login(visitor(), { userName, password: PASSWORD })).cookie
    const actorOf = async (one: string) => (await sessionContext(suite.domain, one)).actor
    await pool.query(
      `INSERT INTO sessions (id, user_id, expires_at, last_seen_at)
       SELECT $1::text || n, $1::text::uuid, now() + interval '1 day', now() - interval '1 minute' * n FROM generate_series(1, 98) n`,
      [userId]
    )
    const full = await login()
    expect(await suite.accounts.sessions.list(ctx)).toHaveLength(100)
    await pool.query(
      `UPDATE sessions SET last_seen_at = now() - interval '2 hours' WHERE user_id = $1 AND id = $2`,
      [userId, ctx.actor!.sessionId]
    )
    expect(await actorOf(cookie)).not.toBeNull()
    const beyond = await login()
    expect([await actorOf(cookie), (await actorOf(full))?.id, (await actorOf(beyond))?.id]).toEqual([
      null,
      userId,
      userId
    ])
    await Promise.all(Array.from({ length: 3 }, login))
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ n: 100 }])
  })

  it('a new password ends all others; a wrong old one changes nothing', async () => {
    const { userName, ctx, cookie } = await member()
    const other = await suite.accounts.login(visitor(), { userName, password: PASSWORD })
    await refused(
      suite.accounts.changePassword(ctx, { old: 'wrong one', new: 'x'.repeat(8) }),
      'identity.password_mismatch',
      400
    )
    await suite.accounts.changePassword(ctx, { old: PASSWORD, new: 'a newer phrase' })
    expect((await sessionContext(suite.domain, other.cookie)).actor).toBeNull()
    expect((await sessionContext(suite.domain, cookie)).actor).not.toBeNull()
    const twice = ['one after all', 'two after all'].map((chosen) =>
      suite.accounts.changePassword(ctx, { old: 'a newer phrase', new: chosen })
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
      await suite.sql.query(`UPDATE users SET ${change} WHERE user_name = $1`, [userName])
      await refused(suite.accounts.sessions.start(ctx.actor!.id, visitor()), 'account.bad_credentials', 401)
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
