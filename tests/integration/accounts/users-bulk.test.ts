import { describe, expect, it } from 'vitest'
import type { BulkLine } from '~/server/users/contract'
import { openUsersSuite } from '../../support/accounts/users-suite'
import { refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { changeConcurrently } from '../../support/stores/concurrent-changes'
import { waitForRowLocks } from '../../support/stores/locks'

const suite = openUsersSuite()
const { query, lines, session, administrators } = suite

describe('many at once', () => {
  const count = async () => (await suite.users.list(suite.admin, { count: 0, skip: 0 })).total
  const options = { dryRun: false, overwrite: false }

  it('are created with teams, whose first member is captain, and generated passwords are shown once', async () => {
    const team = { teamName: 'Kelp' }
    const rows = lines(
      { userName: 'kelp1', ...team },
      { userName: 'lonely', password: null },
      { userName: 'kelp2', ...team, realName: 'Second', phone: '123' }
    )
    const before = await count()
    const dry = await suite.users.addMany(suite.admin, rows, { ...options, dryRun: true })
    expect(dry).toMatchObject({ done: false, created: 3, refused: 0, teams: 1 })
    expect(await count()).toBe(before)
    const report = await suite.users.addMany(suite.admin, rows, options)
    expect(report).toMatchObject({ done: true, created: 3, overwritten: 0, refused: 0 })
    expect(report.rows.map(({ password }) => password !== null)).toEqual([false, true, false])
    const password = report.rows[1]!.password!
    await suite.domain.services.accounts.login(suite.admin, { userName: 'lonely', password })
    await suite.domain.services.accounts.login(suite.admin, {
      userName: 'kelp1@bulk.example',
      password: 'a pass word'
    })
    const captains = await query(
      `SELECT t.name, u.user_name AS captain, (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS size
       FROM teams t JOIN users u ON u.id = t.captain_id WHERE t.name = 'Kelp'`
    )
    expect(captains).toEqual([{ name: 'Kelp', captain: 'kelp1', size: 2 }])
    expect(JSON.stringify(await query('SELECT * FROM audit_events'))).not.toContain(password)
  })

  it('bring what they and their new teams show, which an overwriting row keeps where it says nothing', async () => {
    const shown = { affiliation: 'Harbour School', website: 'https://example.org/a', country: 'CZ' }
    const team = { affiliation: 'Crew', website: null, country: 'DE' }
    const rows = lines({ userName: 'shown1', ...shown, teamName: 'Shown', team }, { userName: 'shown2' })
    await suite.users.addMany(suite.admin, rows, options)
    const again = lines({ userName: 'shown1', country: 'NO' })
    await suite.users.addMany(suite.admin, again, { ...options, overwrite: true })
    const found = await query(
      `SELECT affiliation, website, country FROM users WHERE user_name IN ('shown1', 'shown2') ORDER BY user_name`
    )
    expect(found).toEqual([
      { ...shown, country: 'NO' },
      { affiliation: '', website: null, country: null }
    ])
    expect(await query(`SELECT affiliation, website, country FROM teams WHERE name = 'Shown'`)).toEqual([
      team
    ])
  })

  it('are all refused when one is, with the reason at its line', async () => {
    const [known, addressed] = (await suite.domain.users(2)) as [Member, Member]
    const before = await count()
    const report = await suite.users.addMany(
      suite.admin,
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
      'identity.user_name_twice',
      'identity.email_twice',
      'field.user_name_too_short'
    ])
    expect(await count()).toBe(before)
  })

  it('overwrite only on request, end the sessions of those they overwrite, and never touch staff', async () => {
    const [player, monitor, boss] = [
      ...(await suite.domain.users(1)),
      ...(await suite.domain.users(1, 'Monitor')),
      ...(await suite.domain.users(1, 'Admin'))
    ] as [Member, Member, Member]
    const asked = { ...options, overwrite: true }
    for (const one of [monitor, boss]) {
      const rows = lines({ userName: one.name }, { userName: 'innocent' })
      const report = await suite.users.addMany(suite.admin, rows, asked)
      expect(report.rows.map(({ error }) => error)).toEqual(['user.staff_protected', null])
      const byMail = lines({ userName: 'innocent', email: `${one.name}@example.org` })
      expect((await suite.users.addMany(suite.admin, byMail, asked)).rows[0]!.error).toBe(
        'user.staff_protected'
      )
    }
    const [owner] = await suite.domain.users(1)
    const game = await suite.domain.game()
    await suite.domain.stores.db.pool.query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'owner', now())`,
      [game, owner!.id]
    )
    const report = await suite.users.addMany(suite.admin, lines({ userName: owner!.name }), asked)
    expect(report.rows[0]!.error).toBe('user.staff_protected')
    await suite.users.update(suite.admin, player.id, { realName: 'Kept' })
    const who = await session(player.id)
    const rows = lines({ userName: player.name, stdNumber: '9' })
    expect((await suite.users.addMany(suite.admin, rows, options)).done).toBe(false)
    expect(await who()).toMatchObject({ id: player.id })
    expect(await suite.users.addMany(suite.admin, rows, asked)).toMatchObject({
      done: true,
      overwritten: 1,
      created: 0
    })
    expect(await who()).toBeNull()
    expect(await suite.users.one(suite.admin, player.id)).toMatchObject({
      realName: 'Kept',
      stdNumber: '9',
      role: 'User'
    })
    await suite.users.update(suite.admin, player.id, { role: 'Banned' })
    expect((await suite.users.addMany(suite.admin, rows, asked)).done).toBe(true)
    expect((await suite.users.one(suite.admin, player.id)).role).toBe('Banned')
  })

  it('never become one account by two names', async () => {
    const [a, b] = (await suite.domain.users(2)) as [Member, Member]
    const asked = { ...options, overwrite: true }
    const both = lines({ userName: a.name, email: `${b.name}@example.org` })
    expect((await suite.users.addMany(suite.admin, both, asked)).rows[0]!.error).toBe(
      'identity.duplicate_user_name'
    )
    const twice = lines(
      { userName: a.name, email: 'new@bulk.example' },
      { userName: 'new', email: `${a.name}@example.org` }
    )
    expect((await suite.users.addMany(suite.admin, twice, asked)).rows[1]!.error).toBe(
      'identity.duplicate_email'
    )
  })

  it('are created once when the same list is sent twice at the same moment', async () => {
    const rows = lines({ userName: 'twin1', teamName: 'Twins' }, { userName: 'twin2', teamName: 'Twins' })
    const sent = await Promise.allSettled([
      suite.users.addMany(suite.admin, rows, options),
      suite.users.addMany(suite.admin, rows, options)
    ])
    const done = sent.filter((one) => one.status === 'fulfilled' && one.value.done)
    expect(done.length).toBe(1)
    expect(await query(`SELECT 1 FROM teams WHERE name = 'Twins'`)).toHaveLength(1)
  })
})

describe('concurrent changes of accounts', () => {
  /** A transaction that refers to the account, as a submission or an audit row does. */
  const refer = async (id: string) => {
    const other = await suite.domain.stores.db.pool.connect()
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
    const removed = suite.users.remove(first!.ctx, last!.id)
    await waitForRowLocks(suite.domain.stores.db, 1)
    await flags.to(first!.id)
    await flags.done()
    await removed
    await refused(suite.users.one(suite.admin, last!.id), 'user.not_found', 404)
  })

  it('are in order when a list overwrites an account while its administrator edits it', async () => {
    const all = (await suite.domain.users(2)).sort((a, b) => (a.id < b.id ? -1 : 1)) as [Member, Member]
    const [user, chief] = all
    await query(`UPDATE users SET role = 'Admin' WHERE id = $1`, chief.id)
    const ctx = suite.domain.as(chief, { role: 'Admin' })
    await changeConcurrently(
      suite.domain.stores.db,
      user.id,
      () => suite.users.update(ctx, user.id, { realName: 'Ada' }),
      async () => {
        await waitForRowLocks(suite.domain.stores.db, 1)
        const { done } = await suite.users.addMany(ctx, lines(user.name), { dryRun: false, overwrite: true })
        expect(done).toBe(true)
      }
    )
    expect((await suite.users.one(suite.admin, user.id)).realName).toBe('Ada')
  })
})
