import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import type { BulkLine, NewUser, UserOrder } from '~/server/users/contract'
import { reviewOf } from '../../support/accounts/registrations'
import { changeConcurrently } from '../../support/concurrent-changes'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { waitForRowLocks } from '../../support/locks'

let domain: Domain
let users: Domain['services']['users']
let admin: Ctx
beforeAll(async () => {
  domain = await openDomain()
  users = domain.services.users
  admin = domain.admin
})
afterAll(() => domain.close())

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

/** Logs in; returns a function that reads the session's actor. */
async function session(userId: string) {
  const { cookie } = await domain.services.accounts.sessions.start(userId, domain.as(null))
  const header = cookie.split(';')[0]!
  return async () => (await domain.services.accounts.sessions.authenticate(header, '192.0.2.1')).actor
}

const audits = (target: string) =>
  query<{ action: string; before: unknown; after: unknown }>(
    'SELECT action, before, after FROM audit_events WHERE target = $1 ORDER BY id',
    target
  )

const administrators = async (count: number) =>
  (await domain.users(count, 'Admin')).map((member) => ({
    ...member,
    ctx: domain.as(member, { role: 'Admin' })
  }))

describe('changing an account', () => {
  it('keeps absent members, clears null ones, and audits old and new values', async () => {
    const [user] = (await domain.users(1)) as [Member]
    await users.update(admin, user.id, { realName: 'Ada', phone: '+49 381 1', stdNumber: '7' })
    await users.update(admin, user.id, { phone: null, bio: 'sails' })
    const one = await users.one(admin, user.id)
    expect([one.realName, one.phone, one.stdNumber, one.bio]).toEqual(['Ada', null, '7', 'sails'])
    await users.update(admin, user.id, { bio: 'sails' })
    const log = await audits(`user:${user.id}`)
    expect(log.map(({ action }) => action)).toEqual(['user_updated', 'user_updated'])
    expect(log[1]).toMatchObject({
      before: { phone: '+49 381 1', bio: '' },
      after: { phone: null, bio: 'sails' }
    })
  })

  it('is refused when somebody else changed it since it was read, if the version is sent', async () => {
    const [user] = (await domain.users(1)) as [Member]
    const { version } = await users.one(admin, user.id)
    await users.update(admin, user.id, { role: 'Banned', expectedVersion: version })
    await refused(
      users.update(admin, user.id, { role: 'User', expectedVersion: version }),
      'edit.conflict',
      409
    )
    expect((await users.one(admin, user.id)).role).toBe('Banned')
    const { version: now } = await users.one(admin, user.id)
    await users.update(admin, user.id, { bio: 'x', expectedVersion: now })
    await users.update(admin, user.id, { role: 'User' })
    expect(await users.one(admin, user.id)).toMatchObject({ role: 'User', bio: 'x' })
  })

  it('keeps names and addresses unique, whatever their case and width', async () => {
    const [a, b] = (await domain.users(2)) as [Member, Member]
    await refused(
      users.update(admin, b.id, { userName: a.name.toUpperCase() }),
      'identity.duplicate_user_name',
      400
    )
    await refused(
      users.update(admin, b.id, { email: `${a.name}@EXAMPLE.org` }),
      'identity.duplicate_email',
      400
    )
    const wide = a.name.replace(/^p/, 'ｐ')
    await refused(users.update(admin, b.id, { userName: wide }), 'identity.duplicate_user_name')
    expect((await users.one(admin, b.id)).userName).toBe(b.name)
  })

  it.each([
    ['another role', { role: 'Monitor' as const }],
    ['a ban', { role: 'Banned' as const }],
    ['deactivation', { emailConfirmed: false }]
  ])('ends every session by %s', async (_, change) => {
    const [user] = (await domain.users(1)) as [Member]
    const sessions = [await session(user.id), await session(user.id)]
    for (const who of sessions) expect((await who())?.id).toBe(user.id)
    await users.update(admin, user.id, { bio: 'still here' })
    for (const who of sessions) expect((await who())?.id).toBe(user.id)
    await users.update(admin, user.id, change)
    for (const who of sessions) expect(await who()).toBeNull()
  })

  it('is for administrators, whose rights are checked in the transaction', async () => {
    const [user, other] = (await domain.users(2)) as [Member, Member]
    for (const role of ['User', 'Monitor'] as const) {
      const ctx = domain.as(other, { role })
      for (const work of [
        users.update(ctx, user.id, { bio: 'x' }),
        users.remove(ctx, user.id),
        users.resetPassword(ctx, user.id),
        users.list(ctx, { count: 1, skip: 0 }),
        users.one(ctx, user.id),
        users.belongings(ctx, user.id),
        users.addMany(ctx, [], { dryRun: true, overwrite: false })
      ])
        await refused(work, 'auth.forbidden', 403)
    }
    const [former] = await administrators(1)
    await users.update(admin, former!.id, { role: 'User' })
    await refused(users.update(former!.ctx, user.id, { bio: 'x' }), 'auth.forbidden', 403)
    await refused(users.remove(former!.ctx, user.id), 'auth.forbidden', 403)
    await refused(users.resetPassword(former!.ctx, user.id), 'auth.forbidden', 403)
    await refused(
      users.addMany(former!.ctx, lines({ userName: 'sneaky' }), { dryRun: false, overwrite: false }),
      'auth.forbidden',
      403
    )
  })
})

it('a change of the profile keeps a waiting mail; one of the account cancels it', async () => {
  const [user] = (await domain.users(1)) as [Member]
  await query('UPDATE users SET active = false WHERE id = $1', user.id)
  await query('UPDATE users SET awaits_mail = true WHERE id = $1', user.id)
  const waits = () => query('SELECT awaits_mail AS waits FROM users WHERE id = $1', user.id)
  await users.update(admin, user.id, { bio: 'new', emailConfirmed: false })
  expect(await waits()).toEqual([{ waits: true }])
  await users.update(admin, user.id, { emailConfirmed: true })
  expect(await waits()).toEqual([{ waits: false }])
})

describe('administrators', () => {
  it('cannot take their own rights', async () => {
    const [own] = await administrators(1)
    for (const change of [{ role: 'User' as const }, { role: 'Banned' as const }, { emailConfirmed: false }])
      await refused(users.update(own!.ctx, own!.id, change), 'user.cannot_demote_self', 400)
    await refused(users.remove(own!.ctx, own!.id), 'user.cannot_delete_self', 400)
    await users.update(own!.ctx, own!.id, { role: 'Admin', emailConfirmed: true, bio: 'stays' })
    expect((await users.one(own!.ctx, own!.id)).role).toBe('Admin')
  })

  it.each(['demote', 'deactivate', 'delete'])(
    'who %s each other at the same moment leave one of them',
    async (how) => {
      for (let round = 0; round < 5; round++) {
        const circle = await administrators(3)
        const work = circle.map(({ ctx }, index) => {
          const { id } = circle[(index + 1) % circle.length]!
          if (how === 'delete') return users.remove(ctx, id)
          return users.update(ctx, id, how === 'demote' ? { role: 'Banned' } : { emailConfirmed: false })
        })
        const { done, codes } = await outcomes(work)
        expect(done).toBeLessThan(3)
        expect(new Set(codes)).toEqual(new Set(['auth.forbidden']))
        const left = await query(
          `SELECT id FROM users WHERE id = ANY($1::uuid[]) AND role = 'Admin' AND active`,
          circle.map(({ id }) => id)
        )
        expect(left.length).toBe(3 - done)
      }
    }
  )
})

describe('a new password', () => {
  it('works where the old one does not any more, and ends the sessions', async () => {
    const [user] = (await domain.users(1)) as [Member]
    const who = await session(user.id)
    const login = (password: string) =>
      domain.services.accounts.login(admin, { userName: user.name, password })
    const first = await users.resetPassword(admin, user.id)
    const second = await users.resetPassword(admin, user.id)
    expect(await who()).toBeNull()
    await refused(login(first), 'account.bad_credentials', 401)
    await login(second)
    for (const password of [first, second]) {
      expect(password).toMatch(/^[a-zA-Z][a-zA-Z0-9!@#$%^&*()\-_=+]{15}$/)
      for (const needed of [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*()\-_=+]/]) expect(password).toMatch(needed)
    }
    const log = JSON.stringify(await audits(`user:${user.id}`))
    expect(log).toContain('user_password_reset')
    expect(log).not.toContain(JSON.stringify(second).slice(1, -1))
  })
})

describe('deleting an account', () => {
  it('refuses a captain, and deletes what belongs to the account alone', async () => {
    const game = await domain.game({ title: 'Running' })
    const { id: teamId, captain, members } = await domain.team(2)
    const mate = members[1]!
    const alone = await domain.team(1)
    const code = await domain.services.teams.invite(domain.as(alone.captain), alone.id)
    const [drifter] = (await domain.users(1)) as [Member]
    await domain.services.teams.accept(domain.as(drifter), code)

    for (const member of members)
      await domain.services.participations.join(domain.as(member), game, { teamId })
    await domain.services.participations.join(domain.as(drifter), game, { teamId: alone.id })
    const [{ id: participation } = { id: 0 }] = await query<{ id: number }>(
      'SELECT id FROM participations WHERE team_id = $1',
      teamId
    )
    await domain.services.participations.setStatus(admin, participation, 'Accepted')
    await query(
      `WITH c AS (INSERT INTO challenges (game_id, title) VALUES ($1, 'c') RETURNING id)
       INSERT INTO submissions (game_id, challenge_id, participation_id, user_id, answer, status, submitted_at)
       SELECT $1, c.id, $2, $3, 'flag', 'Accepted', now() FROM c`,
      game,
      participation,
      mate.id
    )
    await query(
      `INSERT INTO posts (id, title, author_id, published_at) VALUES ('0badcafe', 'News', $1, now())`,
      mate.id
    )
    await query(
      `INSERT INTO game_events (game_id, type, "values", at, user_id) VALUES ($1, 'Normal', '{}', now(), $2)`,
      game,
      mate.id
    )

    await refused(users.remove(admin, captain.id), 'user.captain_not_deletable', 400)
    expect(await users.belongings(admin, captain.id)).toMatchObject({ captainOf: `Team ${captain.name}` })
    expect(await users.belongings(admin, mate.id)).toEqual({
      captainOf: null,
      teams: 1,
      registrations: 1,
      running: 1,
      withdrawn: 0,
      emptied: 0,
      submissions: 1,
      posts: 1
    })
    const who = await session(mate.id)
    await users.remove(admin, mate.id)
    expect(await who()).toBeNull()
    await refused(users.one(admin, mate.id), 'user.not_found', 404)
    expect(await query('SELECT status, user_id FROM submissions WHERE game_id = $1', game)).toEqual([
      { status: 'Accepted', user_id: null }
    ])
    expect(await query('SELECT author_id FROM posts WHERE id = $1', '0badcafe')).toEqual([
      { author_id: null }
    ])
    const { members: left } = await domain.services.teams.one(admin, teamId)
    expect(left?.map(({ id }) => id)).toEqual([captain.id])
    expect(await query('SELECT status FROM participations WHERE id = $1', participation)).toEqual([
      { status: 'Accepted' }
    ])

    // Nobody is left who registered this team, and it was never accepted.
    expect(await users.belongings(admin, drifter.id)).toMatchObject({ withdrawn: 1, emptied: 0 })
    await users.remove(admin, drifter.id)
    expect(await query('SELECT 1 FROM participations WHERE team_id = $1', alone.id)).toEqual([])
    expect((await audits(`user:${drifter.id}`)).at(-1)).toMatchObject({
      action: 'user_deleted',
      before: { userName: drifter.name, role: 'User' }
    })
  })

  it.each(['Accepted', 'Suspended'] as const)(
    'keeps a team that is %s, for its other members',
    async (status) => {
      const { services, as } = domain
      const game = await domain.game()
      const { id: teamId, captain, members } = await domain.team(2)
      const player = members[1]!
      await services.participations.join(as(player), game, { teamId })
      const [row] = await reviewOf(services, admin, game)
      await services.participations.setStatus(admin, row!.id, 'Accepted')
      if (status === 'Suspended') await services.participations.setStatus(admin, row!.id, status)
      expect(await users.belongings(admin, player.id)).toMatchObject({ withdrawn: 0, emptied: 1 })
      await users.remove(admin, player.id)
      const alone = { id: row!.id, status, registeredMembers: [] }
      expect(await reviewOf(services, admin, game)).toMatchObject([alone])
      await services.participations.join(as(captain), game, { teamId })
      const joined = { id: row!.id, status, registeredMembers: [captain.id] }
      expect(await reviewOf(services, admin, game)).toMatchObject([joined])
      if (status === 'Suspended') await services.participations.setStatus(admin, row!.id, 'Accepted')
      expect(await services.participations.guardPlay(as(captain), game)).toMatchObject({ teamId })
    }
  )

  it('happens once, however many request it', async () => {
    const [user] = (await domain.users(1)) as [Member]
    const { done, codes } = await outcomes([1, 2, 3].map(() => users.remove(admin, user.id)))
    expect([done, codes]).toEqual([1, ['user.not_found', 'user.not_found']])
  })
})

describe('finding users', () => {
  it('searches every field, ignoring case, and treats pattern signs as text', async () => {
    const [user, other] = (await domain.users(2)) as [Member, Member]
    await users.update(admin, user.id, {
      realName: 'Ångström 100%',
      stdNumber: 'ST_77',
      phone: '+49 (381) 4711'
    })
    const ids = async (hint: string) =>
      (await users.list(admin, { count: 30, skip: 0 }, { hint })).data.map(({ id }) => id)
    for (const hint of [
      user.name.slice(1).toUpperCase(),
      `${user.name}@EXAMPLE`,
      'ångström',
      'angstrom',
      '100%',
      'st_77',
      '(381) 47',
      user.id.slice(4, 20)
    ])
      expect(await ids(hint), hint).toEqual([user.id])
    expect(await ids('s%7')).toEqual([])
    expect(await ids(other.name)).toEqual([other.id])
  })

  it('orders them both ways by every column', async () => {
    const made = (await domain.users(3)) as [Member, Member, Member]
    const [first, second, third] = made
    const hint = first.name.slice(0, -1)
    const { pool } = domain.stores.db
    await pool.query(`UPDATE users SET last_visited_at = now() WHERE id = $1`, [second.id])
    await pool.query(`UPDATE users SET last_visited_at = now() - interval '1 day' WHERE id = $1`, [third.id])
    await pool.query(`UPDATE users SET email_key = 'zz' || email_key WHERE id = $1`, [first.id])
    const ordered = async (order: UserOrder, reversed: boolean) => {
      const { data } = await users.list(admin, { count: 9, skip: 0, order, reversed }, { hint })
      return data.map(({ id }) => made.findIndex((user) => user.id === id))
    }
    const orders: [UserOrder, number[]][] = [
      ['id', [0, 1, 2].sort((a, b) => (made[a]!.id < made[b]!.id ? -1 : 1))],
      ['name', [0, 1, 2]],
      ['email', [1, 2, 0]],
      ['visit', [1, 2, 0]]
    ]
    for (const [order, places] of orders) {
      expect(await ordered(order, false), order).toEqual(places)
      expect(await ordered(order, true), order).toEqual([...places].reverse())
    }
  })

  it('counts all matches, not only those of the page', async () => {
    const made = await domain.users(3, 'Monitor')
    await users.update(admin, made[0]!.id, { emailConfirmed: false })
    const page = { count: 1, skip: 1 }
    const filter = { hint: made[0]!.name.slice(0, -1), role: 'Monitor' as const }
    expect(await users.list(admin, page, { ...filter, active: true })).toMatchObject({
      length: 1,
      total: 2
    })
    expect(await users.list(admin, page, { ...filter, active: false })).toMatchObject({
      length: 0,
      total: 1
    })
  })
})

/** Lines of bulk creation; missing values are derived from the name. */
function lines(...rows: (Partial<NewUser> & { userName: string })[]): BulkLine[] {
  return rows.map((row, index) => {
    const input = { email: `${row.userName}@bulk.example`, password: 'a pass word', ...row }
    return { line: index + 1, userName: input.userName, email: input.email, input, error: null }
  })
}

describe('many at once', () => {
  const count = async () => (await users.list(admin, { count: 0, skip: 0 })).total
  const options = { dryRun: false, overwrite: false }

  it('are created with teams, whose first member is captain, and generated passwords are shown once', async () => {
    const team = { teamName: 'Kelp' }
    const rows = lines(
      { userName: 'kelp1', ...team },
      { userName: 'lonely', password: null },
      { userName: 'kelp2', ...team, realName: 'Second', phone: '123' }
    )
    const before = await count()
    const dry = await users.addMany(admin, rows, { ...options, dryRun: true })
    expect(dry).toMatchObject({ done: false, created: 3, refused: 0, teams: 1 })
    expect(await count()).toBe(before)
    const report = await users.addMany(admin, rows, options)
    expect(report).toMatchObject({ done: true, created: 3, overwritten: 0, refused: 0 })
    expect(report.rows.map(({ password }) => password !== null)).toEqual([false, true, false])
    const password = report.rows[1]!.password!
    await domain.services.accounts.login(admin, { userName: 'lonely', password })
    await domain.services.accounts.login(admin, { userName: 'kelp1@bulk.example', password: 'a pass word' })
    const captains = await query(
      `SELECT t.name, u.user_name AS captain, (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS size
       FROM teams t JOIN users u ON u.id = t.captain_id WHERE t.name = 'Kelp'`
    )
    expect(captains).toEqual([{ name: 'Kelp', captain: 'kelp1', size: 2 }])
    expect(JSON.stringify(await query('SELECT * FROM audit_events'))).not.toContain(password)
  })

  it('are all refused when one is, with the reason at its line', async () => {
    const [known, addressed] = (await domain.users(2)) as [Member, Member]
    const before = await count()
    const report = await users.addMany(
      admin,
      [
        ...lines(
          { userName: 'fine' },
          { userName: known.name.toUpperCase() },
          { userName: 'other', email: `${addressed.name}@example.org` },
          { userName: 'FINE', email: 'second@bulk.example' },
          { userName: 'third', email: 'FINE@bulk.example' }
        ),
        { line: 6, userName: 'x', email: '', input: null, error: 'field.user_name_too_short' }
      ],
      options
    )
    expect(report).toMatchObject({ done: false, refused: 5 })
    expect(report.rows.map(({ error }) => error)).toEqual([
      null,
      'identity.duplicate_user_name',
      'identity.duplicate_email',
      'identity.duplicate_user_name',
      'identity.duplicate_email',
      'field.user_name_too_short'
    ])
    expect(await count()).toBe(before)
  })

  it('overwrite only on request, end the sessions of those they overwrite, and never touch staff', async () => {
    const [player, monitor, boss] = [
      ...(await domain.users(1)),
      ...(await domain.users(1, 'Monitor')),
      ...(await domain.users(1, 'Admin'))
    ] as [Member, Member, Member]
    const asked = { ...options, overwrite: true }
    for (const one of [monitor, boss]) {
      const rows = lines({ userName: one.name }, { userName: 'innocent' })
      const report = await users.addMany(admin, rows, asked)
      expect(report.rows.map(({ error }) => error)).toEqual(['user.staff_protected', null])
      const byMail = lines({ userName: 'innocent', email: `${one.name}@example.org` })
      expect((await users.addMany(admin, byMail, asked)).rows[0]!.error).toBe('user.staff_protected')
    }
    await users.update(admin, player.id, { realName: 'Kept' })
    const who = await session(player.id)
    const rows = lines({ userName: player.name, stdNumber: '9' })
    expect((await users.addMany(admin, rows, options)).done).toBe(false)
    expect(await who()).toMatchObject({ id: player.id })
    expect(await users.addMany(admin, rows, asked)).toMatchObject({ done: true, overwritten: 1, created: 0 })
    expect(await who()).toBeNull()
    expect(await users.one(admin, player.id)).toMatchObject({
      realName: 'Kept',
      stdNumber: '9',
      role: 'User'
    })
    await users.update(admin, player.id, { role: 'Banned' })
    expect((await users.addMany(admin, rows, asked)).done).toBe(true)
    expect((await users.one(admin, player.id)).role).toBe('Banned')
  })

  it('never become one account by two names', async () => {
    const [a, b] = (await domain.users(2)) as [Member, Member]
    const asked = { ...options, overwrite: true }
    const both = lines({ userName: a.name, email: `${b.name}@example.org` })
    expect((await users.addMany(admin, both, asked)).rows[0]!.error).toBe('identity.duplicate_user_name')
    const twice = lines(
      { userName: a.name, email: 'new@bulk.example' },
      { userName: 'new', email: `${a.name}@example.org` }
    )
    expect((await users.addMany(admin, twice, asked)).rows[1]!.error).toBe('identity.duplicate_email')
  })

  it('are created once when the same list is sent twice at the same moment', async () => {
    const rows = lines({ userName: 'twin1', teamName: 'Twins' }, { userName: 'twin2', teamName: 'Twins' })
    const sent = await Promise.allSettled([
      users.addMany(admin, rows, options),
      users.addMany(admin, rows, options)
    ])
    const done = sent.filter((one) => one.status === 'fulfilled' && one.value.done)
    expect(done.length).toBe(1)
    expect(await query(`SELECT 1 FROM teams WHERE name = 'Twins'`)).toHaveLength(1)
  })
})

describe('concurrent changes of accounts', () => {
  /** A transaction that refers to the account, as a submission or an audit row does. */
  const refer = async (id: string) => {
    const other = await domain.stores.db.pool.connect()
    await other.query('BEGIN')
    const to = (one: string) => other.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [one])
    await to(id)
    return { to, done: () => other.query('COMMIT').finally(() => other.release()) }
  }
  const lines = (name: string): BulkLine[] => {
    const input = { userName: name, email: `${name}@example.org`, password: 'a pass phrase' }
    return [{ line: 1, userName: name, email: input.email, input, error: null }]
  }

  it('wait when one deletes an account that another row refers to', async () => {
    const [first, last] = (await administrators(2)).sort((a, b) => (a.id < b.id ? -1 : 1))
    const flags = await refer(last!.id)
    const removed = users.remove(first!.ctx, last!.id)
    await waitForRowLocks(domain.stores.db, 1)
    await flags.to(first!.id)
    await flags.done()
    await removed
    await refused(users.one(admin, last!.id), 'user.not_found', 404)
  })

  it('are in order when a list overwrites an account while its administrator edits it', async () => {
    const all = (await domain.users(2)).sort((a, b) => (a.id < b.id ? -1 : 1)) as [Member, Member]
    const [user, chief] = all
    await query(`UPDATE users SET role = 'Admin' WHERE id = $1`, chief.id)
    const ctx = domain.as(chief, { role: 'Admin' })
    await changeConcurrently(
      domain.stores.db,
      user.id,
      () => users.update(ctx, user.id, { realName: 'Ada' }),
      async () => {
        await waitForRowLocks(domain.stores.db, 1)
        const { done } = await users.addMany(ctx, lines(user.name), { dryRun: false, overwrite: true })
        expect(done).toBe(true)
      }
    )
    expect((await users.one(admin, user.id)).realName).toBe('Ada')
  })
})
