import { describe, expect, it } from 'vitest'
import type { UserOrder } from '~/server/users/contract'
import { reviewOf } from '../../support/accounts/registrations'
import { openUsersSuite } from '../../support/accounts/users-suite'
import { outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'

const suite = openUsersSuite()
const { query, session, administrators, lines } = suite

const audits = (target: string) =>
  query<{ action: string; before: unknown; after: unknown }>(
    'SELECT action, before, after FROM audit_events WHERE target = $1 ORDER BY id',
    target
  )

describe('changing an account', () => {
  it('keeps absent members, clears null ones, and audits old and new values', async () => {
    const [user] = (await suite.domain.users(1)) as [Member]
    await suite.users.update(suite.admin, user.id, { realName: 'Ada', phone: '+49 381 1', stdNumber: '7' })
    await suite.users.update(suite.admin, user.id, { phone: null, bio: 'sails' })
    const one = await suite.users.one(suite.admin, user.id)
    expect([one.realName, one.phone, one.stdNumber, one.bio]).toEqual(['Ada', null, '7', 'sails'])
    await suite.users.update(suite.admin, user.id, { bio: 'sails' })
    const log = await audits(`user:${user.id}`)
    expect(log.map(({ action }) => action)).toEqual(['user_updated', 'user_updated'])
    expect(log[1]).toMatchObject({
      before: { phone: '+49 381 1', bio: '' },
      after: { phone: null, bio: 'sails' }
    })
  })

  it('is refused when somebody else changed it since it was read, if the version is sent', async () => {
    const [user] = (await suite.domain.users(1)) as [Member]
    const { version } = await suite.users.one(suite.admin, user.id)
    await suite.users.update(suite.admin, user.id, { role: 'Banned', expectedVersion: version })
    await refused(
      suite.users.update(suite.admin, user.id, { role: 'User', expectedVersion: version }),
      'edit.conflict',
      409
    )
    expect((await suite.users.one(suite.admin, user.id)).role).toBe('Banned')
    const { version: now } = await suite.users.one(suite.admin, user.id)
    await suite.users.update(suite.admin, user.id, { bio: 'x', expectedVersion: now })
    await suite.users.update(suite.admin, user.id, { role: 'User' })
    expect(await suite.users.one(suite.admin, user.id)).toMatchObject({ role: 'User', bio: 'x' })
  })

  it('keeps names and addresses unique, whatever their case and width', async () => {
    const [a, b] = (await suite.domain.users(2)) as [Member, Member]
    await refused(
      suite.users.update(suite.admin, b.id, { userName: a.name.toUpperCase() }),
      'identity.duplicate_user_name',
      400
    )
    await refused(
      suite.users.update(suite.admin, b.id, { email: `${a.name}@EXAMPLE.org` }),
      'identity.duplicate_email',
      400
    )
    const wide = a.name.replace(/^p/, 'ｐ')
    await refused(suite.users.update(suite.admin, b.id, { userName: wide }), 'identity.duplicate_user_name')
    expect((await suite.users.one(suite.admin, b.id)).userName).toBe(b.name)
  })

  it.each([
    ['another role', { role: 'Monitor' as const }],
    ['a ban', { role: 'Banned' as const }],
    ['deactivation', { emailConfirmed: false }]
  ])('ends every session by %s', async (_, change) => {
    const [user] = (await suite.domain.users(1)) as [Member]
    const sessions = [await session(user.id), await session(user.id)]
    for (const who of sessions) expect((await who())?.id).toBe(user.id)
    await suite.users.update(suite.admin, user.id, { bio: 'still here' })
    for (const who of sessions) expect((await who())?.id).toBe(user.id)
    await suite.users.update(suite.admin, user.id, change)
    for (const who of sessions) expect(await who()).toBeNull()
  })

  it('is for administrators, whose rights are checked in the transaction', async () => {
    const [user, other] = (await suite.domain.users(2)) as [Member, Member]
    for (const role of ['User', 'Monitor'] as const) {
      const ctx = suite.domain.as(other, { role })
      for (const work of [
        suite.users.update(ctx, user.id, { bio: 'x' }),
        suite.users.remove(ctx, user.id),
        suite.users.resetPassword(ctx, user.id),
        suite.users.list(ctx, { count: 1, skip: 0 }),
        suite.users.one(ctx, user.id),
        suite.users.belongings(ctx, user.id),
        suite.users.addMany(ctx, [], { dryRun: true, overwrite: false })
      ])
        await refused(work, 'auth.forbidden', 403)
    }
    const [former] = await administrators(1)
    await suite.users.update(suite.admin, former!.id, { role: 'User' })
    await refused(suite.users.update(former!.ctx, user.id, { bio: 'x' }), 'auth.forbidden', 403)
    await refused(suite.users.remove(former!.ctx, user.id), 'auth.forbidden', 403)
    await refused(suite.users.resetPassword(former!.ctx, user.id), 'auth.forbidden', 403)
    await refused(
      suite.users.addMany(former!.ctx, lines({ userName: 'sneaky' }), { dryRun: false, overwrite: false }),
      'auth.forbidden',
      403
    )
  })
})

it('a change of the profile keeps a waiting mail; one of the account cancels it', async () => {
  const [user] = (await suite.domain.users(1)) as [Member]
  await query('UPDATE users SET active = false WHERE id = $1', user.id)
  await query('UPDATE users SET awaits_mail = true WHERE id = $1', user.id)
  const waits = () => query('SELECT awaits_mail AS waits FROM users WHERE id = $1', user.id)
  await suite.users.update(suite.admin, user.id, { bio: 'new', emailConfirmed: false })
  expect(await waits()).toEqual([{ waits: true }])
  await suite.users.update(suite.admin, user.id, { emailConfirmed: true })
  expect(await waits()).toEqual([{ waits: false }])
})

describe('administrators', () => {
  it('cannot take their own rights', async () => {
    const [own] = await administrators(1)
    for (const change of [{ role: 'User' as const }, { role: 'Banned' as const }, { emailConfirmed: false }])
      await refused(suite.users.update(own!.ctx, own!.id, change), 'user.cannot_demote_self', 400)
    await refused(suite.users.remove(own!.ctx, own!.id), 'user.cannot_delete_self', 400)
    await suite.users.update(own!.ctx, own!.id, { role: 'Admin', emailConfirmed: true, bio: 'stays' })
    expect((await suite.users.one(own!.ctx, own!.id)).role).toBe('Admin')
  })

  it.each(['demote', 'deactivate', 'delete'])(
    'who %s each other at the same moment leave one of them',
    async (how) => {
      for (let round = 0; round < 5; round++) {
        const circle = await administrators(3)
        const work = circle.map(({ ctx }, index) => {
          const { id } = circle[(index + 1) % circle.length]!
          if (how === 'delete') return suite.users.remove(ctx, id)
          return suite.users.update(
            ctx,
            id,
            how === 'demote' ? { role: 'Banned' } : { emailConfirmed: false }
          )
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
    const [user] = (await suite.domain.users(1)) as [Member]
    const who = await session(user.id)
    const login = (password: string) =>
      suite.domain.services.accounts.login(suite.domain.as(null), { userName: user.name, password })
    const first = await suite.users.resetPassword(suite.admin, user.id)
    const second = await suite.users.resetPassword(suite.admin, user.id)
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
    const game = await suite.domain.game({ title: 'Running' })
    const { id: teamId, captain, members } = await suite.domain.team(2)
    const mate = members[1]!
    const alone = await suite.domain.team(1)
    const code = await suite.domain.services.teams.invite(suite.domain.as(alone.captain), alone.id)
    const [drifter] = (await suite.domain.users(1)) as [Member]
    await suite.domain.services.teams.accept(suite.domain.as(drifter), code)

    for (const member of members)
      await suite.domain.services.participations.join(suite.domain.as(member), game, { teamId })
    await suite.domain.services.participations.join(suite.domain.as(drifter), game, { teamId: alone.id })
    const [{ id: participation } = { id: 0 }] = await query<{ id: number }>(
      'SELECT id FROM participations WHERE team_id = $1',
      teamId
    )
    await suite.domain.services.participations.setStatus(suite.admin, participation, 'Accepted')
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

    await refused(suite.users.remove(suite.admin, captain.id), 'user.captain_not_deletable', 400)
    expect(await suite.users.belongings(suite.admin, captain.id)).toMatchObject({
      captainOf: `Team ${captain.name}`
    })
    expect(await suite.users.belongings(suite.admin, mate.id)).toEqual({
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
    await suite.users.remove(suite.admin, mate.id)
    expect(await who()).toBeNull()
    await refused(suite.users.one(suite.admin, mate.id), 'user.not_found', 404)
    expect(await query('SELECT status, user_id FROM submissions WHERE game_id = $1', game)).toEqual([
      { status: 'Accepted', user_id: null }
    ])
    expect(await query('SELECT author_id FROM posts WHERE id = $1', '0badcafe')).toEqual([
      { author_id: null }
    ])
    const { members: left } = await suite.domain.services.teams.one(suite.admin, teamId)
    expect(left?.map(({ id }) => id)).toEqual([captain.id])
    expect(await query('SELECT status FROM participations WHERE id = $1', participation)).toEqual([
      { status: 'Accepted' }
    ])

    // Nobody is left who registered this team, and it was never accepted.
    expect(await suite.users.belongings(suite.admin, drifter.id)).toMatchObject({ withdrawn: 1, emptied: 0 })
    await suite.users.remove(suite.admin, drifter.id)
    expect(await query('SELECT 1 FROM participations WHERE team_id = $1', alone.id)).toEqual([])
    expect((await audits(`user:${drifter.id}`)).at(-1)).toMatchObject({
      action: 'user_deleted',
      before: { userName: drifter.name, role: 'User' }
    })
  })

  it.each(['Accepted', 'Suspended'] as const)(
    'keeps a team that is %s, for its other members',
    async (status) => {
      const { services, as } = suite.domain
      const game = await suite.domain.game()
      const { id: teamId, captain, members } = await suite.domain.team(2)
      const player = members[1]!
      await services.participations.join(as(player), game, { teamId })
      const [row] = await reviewOf(services, suite.admin, game)
      await services.participations.setStatus(suite.admin, row!.id, 'Accepted')
      if (status === 'Suspended') await services.participations.setStatus(suite.admin, row!.id, status)
      expect(await suite.users.belongings(suite.admin, player.id)).toMatchObject({ withdrawn: 0, emptied: 1 })
      await suite.users.remove(suite.admin, player.id)
      const alone = { id: row!.id, status, registeredMembers: [] }
      expect(await reviewOf(services, suite.admin, game)).toMatchObject([alone])
      await services.participations.join(as(captain), game, { teamId })
      const joined = { id: row!.id, status, registeredMembers: [captain.id] }
      expect(await reviewOf(services, suite.admin, game)).toMatchObject([joined])
      if (status === 'Suspended') await services.participations.setStatus(suite.admin, row!.id, 'Accepted')
      expect(await services.participations.guardPlay(as(captain), game)).toMatchObject({ teamId })
    }
  )

  it('happens once, however many request it', async () => {
    const [user] = (await suite.domain.users(1)) as [Member]
    const { done, codes } = await outcomes([1, 2, 3].map(() => suite.users.remove(suite.admin, user.id)))
    expect([done, codes]).toEqual([1, ['user.not_found', 'user.not_found']])
  })
})

describe('finding users', () => {
  it('searches every field, ignoring case, and treats pattern signs as text', async () => {
    const [user, other] = (await suite.domain.users(2)) as [Member, Member]
    await suite.users.update(suite.admin, user.id, {
      realName: 'Ångström 100%',
      stdNumber: 'ST_77',
      phone: '+49 (381) 4711'
    })
    const ids = async (hint: string) =>
      (await suite.users.list(suite.admin, { count: 30, skip: 0 }, { hint })).data.map(({ id }) => id)
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
    const made = (await suite.domain.users(3)) as [Member, Member, Member]
    const [first, second, third] = made
    const hint = first.name.slice(0, -1)
    const { pool } = suite.domain.stores.db
    await pool.query(`UPDATE users SET last_visited_at = now() WHERE id = $1`, [second.id])
    await pool.query(`UPDATE users SET last_visited_at = now() - interval '1 day' WHERE id = $1`, [third.id])
    await pool.query(`UPDATE users SET email_key = 'zz' || email_key WHERE id = $1`, [first.id])
    const ordered = async (order: UserOrder, reversed: boolean) => {
      const { data } = await suite.users.list(suite.admin, { count: 9, skip: 0, order, reversed }, { hint })
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
    const made = await suite.domain.users(3, 'Monitor')
    await suite.users.update(suite.admin, made[0]!.id, { emailConfirmed: false })
    const page = { count: 1, skip: 1 }
    const filter = { hint: made[0]!.name.slice(0, -1), role: 'Monitor' as const }
    expect(await suite.users.list(suite.admin, page, { ...filter, active: true })).toMatchObject({
      length: 1,
      total: 2
    })
    expect(await suite.users.list(suite.admin, page, { ...filter, active: false })).toMatchObject({
      length: 0,
      total: 1
    })
  })
})
