import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { profileUpdateInput, registerInput } from '~/server/accounts/contract'
import { createVisits } from '~/server/accounts/visits'
import { NOTIFICATION_STREAM } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { configure, PASSWORD, sessionContext, someone, visitor } from '../../support/accounts/accounts'
import { openAccountsSuite } from '../../support/accounts/accounts-suite'
import { outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { runBuilt } from '../../support/processes/program'
import { changeConcurrently } from '../../support/stores/concurrent-changes'

const suite = openAccountsSuite()
const { member } = suite

describe('registration', () => {
  it('leads to each of its three ends, and never reuses an account', async () => {
    const known = await member()
    await refused(
      suite.accounts.register(visitor(), { ...someone(), email: known.email.toUpperCase() }),
      'account.already_exists',
      400
    )
    await configure(suite.domain, { activeOnRegister: false })
    const waiting = someone()
    expect(await suite.accounts.register(visitor(), waiting)).toEqual({
      status: 'AdminConfirmationRequired',
      session: null
    })
    await refused(suite.accounts.login(visitor(), waiting), 'account.bad_credentials', 401)
    // A known address looks like any other one.
    const again = { ...someone(), email: known.email }
    expect(await suite.accounts.register(visitor(), again)).toEqual({
      status: 'AdminConfirmationRequired',
      session: null
    })
    await refused(suite.accounts.login(visitor(), again), 'account.bad_credentials', 401)
    await configure(suite.domain, {})
    // Otherwise the next registration could take over an account that is active at once (docs/rules/accounts.md#registration).
    await refused(
      suite.accounts.register(visitor(), { ...waiting, userName: someone().userName, password: 'a thief' }),
      'account.already_exists',
      400
    )
    await configure(suite.domain, { allowRegister: false })
    await refused(suite.accounts.register(visitor(), someone()), 'account.register_disabled', 400)
  })

  it('accepts listed domains only', async () => {
    await configure(suite.domain, { emailDomainList: ' halyard.example, , Other.Example ' })
    const error = await refused(
      suite.accounts.register(visitor(), someone({ email: 'a@evil-halyard.example' })),
      'account.email_domain_not_allowed',
      400
    )
    expect(error.params.list).toContain('halyard.example')
    expect((await suite.accounts.register(visitor(), someone({ email: 'q@OTHER.example' }))).status).toBe(
      'LoggedIn'
    )
  })

  it('makes one account when several register the same name at once', async () => {
    const { userName } = someone()
    const spelled = [userName, userName.toUpperCase(), ` ${userName} `, userName]
    const work = spelled.map((name) =>
      suite.accounts.register(visitor(), registerInput.parse(someone({ userName: name })))
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
    const { rows } = await suite.sql.query<{ id: string }>(
      `UPDATE users SET role = 'User' WHERE role = 'Admin' RETURNING id`
    )
    expect(await suite.accounts.ensureAdministrator(visitor(), PASSWORD)).toBe('Admin')
    expect(await suite.accounts.ensureAdministrator(visitor(), PASSWORD)).toBeNull()
    const rename = `UPDATE users SET user_name = $2, user_name_key = lower($2) WHERE user_name = $1`
    await suite.sql.query(rename, ['Admin', 'Bosun'])
    expect(await suite.accounts.ensureAdministrator(visitor(), PASSWORD)).toBeNull()
    await suite.sql.query(rename, ['Bosun', 'Admin'])
    await suite.sql.query(`UPDATE users SET role = 'Admin' WHERE id = ANY($1)`, [rows.map(({ id }) => id)])
  })

  it.each(['Аdmin', 'ΑDMIN', 'Ａｄｍｉｎ', 'аdmіn'])(
    'refuses a name that looks like another: %s',
    async (userName) => {
      const input = registerInput.parse(someone({ userName }))
      await refused(suite.accounts.register(visitor(), input), 'identity.duplicate_user_name', 400)
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
    const run = runBuilt('migrate', argv, suite.domain.stores)
    expect([await run.ended, run.stderr()]).toEqual([0, ''])
    return run
      .stdout()
      .split('\n')
      .flatMap((line) => (line ? (JSON.parse(line).admin ?? []) : []))
  }

  it('gets a new one when a start requests it, and is logged out everywhere', async () => {
    await suite.accounts.ensureAdministrator(visitor(), PASSWORD)
    const [admin] = (await suite.sql.query<{ id: string }>(`SELECT id FROM users WHERE user_name = 'Admin'`))
      .rows
    const { cookie } = await suite.accounts.sessions.start(admin!.id, visitor())
    await suite.sql.query('UPDATE users SET active = false WHERE id = $1', [admin!.id])
    expect(await start()).toEqual([])
    const [told] = await start('--reset-admin')
    expect(told).toMatchObject({ userName: 'Admin', password: expect.stringMatching(/^[0-9a-f-]{20,}$/) })
    await suite.accounts.login(visitor(), told)
    await refused(
      suite.accounts.login(visitor(), { ...told, password: PASSWORD }),
      'account.bad_credentials',
      401
    )
    const { rows } = await suite.sql.query('SELECT FROM sessions WHERE user_id = $1', [admin!.id])
    expect(rows).toHaveLength(1)
    expect((await suite.accounts.sessions.authenticate(cookie.split(';')[0]!, null)).actor).toBeNull()
    const deeds = await suite.sql.query(
      `SELECT target FROM audit_events WHERE action = 'administrator_reset'`
    )
    expect(deeds.rows).toEqual([{ target: `user:${admin!.id}` }])
  })

  it('is the first of them when none is called Admin', async () => {
    const [first, second] = (await suite.domain.users(2, 'Admin')).sort((a, b) => (a.id < b.id ? -1 : 1))
    const others = await suite.sql.query<{ id: string }>(
      `UPDATE users SET role = 'User' WHERE role = 'Admin' AND id <> ALL ($1) RETURNING id`,
      [[first!.id, second!.id]]
    )
    expect(await suite.accounts.resetAdministrator(visitor(), PASSWORD)).toBe(first!.name)
    await suite.sql.query(`UPDATE users SET role = 'Admin' WHERE id = ANY($1)`, [
      others.rows.map(({ id }) => id)
    ])
  })
})

describe('profile', () => {
  it('loses nothing when two parts of it change at once', async () => {
    const { ctx } = await member()
    await changeConcurrently(
      suite.domain.stores.db,
      ctx.actor!.id,
      () => suite.accounts.update(ctx, { bio: 'sails' }),
      () => suite.accounts.update(ctx, { phone: '123' })
    )
    expect(await suite.accounts.profile(ctx)).toMatchObject({ bio: 'sails', phone: '123' })
  })

  it('keeps what is absent, clears what is null, but never the name', async () => {
    const { ctx, userName } = await member()
    const update = (input: object) => suite.accounts.update(ctx, profileUpdateInput.parse(input))
    await update({ bio: 'sails', phone: '+49 (30) 123-45 ext. 6', realName: 'Mira', stdNumber: '4711' })
    await update({ bio: null, phone: null, userName: null, stdNumber: '' })
    expect(await suite.accounts.profile(ctx)).toMatchObject({
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
      suite.accounts.update(one.ctx, { userName: other.userName.toUpperCase() }),
      'identity.duplicate_user_name',
      400
    )
    const next = someone().userName
    await suite.accounts.update(one.ctx, { userName: next })
    expect((await sessionContext(suite.domain, one.cookie)).actor?.userName).toBe(next)
    const { rows } = await suite.sql.query(
      `SELECT before, after, actor_id AS actor FROM audit_events WHERE action = 'user_name_changed' AND target = $1`,
      [`user:${one.ctx.actor?.id}`]
    )
    expect(rows).toEqual([
      { before: { userName: one.userName }, after: { userName: next }, actor: one.ctx.actor?.id }
    ])
  })

  it('has the boards of the account’s games read their names anew when its name changed, and only then', async () => {
    const { db, redis } = suite.domain.stores
    const [game, other] = [await playGame(db), await playGame(db)]
    const [player] = game.teams[0]!.members
    const reasons = async ({ id }: PlayedGame) =>
      (await redis.xRange(NOTIFICATION_STREAM, '-', '+')).flatMap(({ message }) =>
        message.game === String(id) ? [message.reason] : []
      )
    const ctx = suite.domain.as(player)
    await suite.accounts.update(ctx, { bio: 'Sails at night.' })
    expect(await reasons(game)).toEqual([])
    await suite.accounts.update(ctx, { userName: someone().userName })
    await expect.poll(() => reasons(game)).toEqual(['refresh'])
    expect(await reasons(other)).toEqual([])
    const { rows } = await suite.sql.query('SELECT game_id, refreshes FROM board_revisions')
    expect(rows).toContainEqual({ game_id: game.id, refreshes: 1 })
  })
})

describe('visits', () => {
  it('are recorded in Redis and written together, newest last; an interrupted flush loses nothing', async () => {
    const { ctx } = await member()
    const { id, sessionId } = ctx.actor!
    const { redis, db, log } = suite.domain.stores
    const visits = createVisits(db, redis, log)
    const at = new Date(Date.now() + HOUR_MS)
    visits.record({ ...ctx, now: at, ip: '198.51.100.20' })
    visits.record({ ...ctx, now: new Date(at.getTime() + 1000), ip: '198.51.100.21' })
    visits.record(visitor())
    await expect.poll(() => redis.hLen('halyard:visits')).toBe(1)
    await redis.rename('halyard:visits', 'halyard:visits:flushing')
    await visits.flush()
    const user = await suite.sql.query('SELECT last_visited_at AS at, ip FROM users WHERE id = $1', [id])
    expect(user.rows).toEqual([{ at, ip: '198.51.100.20' }])
    const [session] = await suite.accounts.sessions.list(ctx)
    expect(session).toMatchObject({ id: sessionId, lastSeenAt: at, ip: '198.51.100.20' })
    await visits.flush()
    visits.record({ ...ctx, now: new Date(at.getTime() - 7_200_000) })
    await visits.flush()
    expect(
      (await suite.sql.query('SELECT last_visited_at AS at FROM users WHERE id = $1', [id])).rows[0].at
    ).toEqual(at)
  })
})
