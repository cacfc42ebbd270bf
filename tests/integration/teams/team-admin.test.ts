import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { verifyChain } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { createIntake } from '~/server/submissions/intake'
import { adminTeamInput, teamHint } from '~/server/teams/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { playGame, sendFlags } from '../../support/fixtures'
import { foldedBoard } from '../../support/scoring/scoring'
import { until } from '../../support/until'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const audited = (id: number) =>
  rows<{ action: string; before: object; after: object }>(
    'SELECT action, before, after FROM audit_events WHERE target = $1 ORDER BY id',
    `team:${id}`
  )

/** A game of three teams in which the first two solved everything; and one that has ended likewise. */
async function played(endsIn?: number) {
  const { db } = domain.stores
  const game = await playGame(db, { membersEach: 2, ...(endsIn && { startsIn: 2 * endsIn, endsIn }) })
  const at = endsIn === undefined ? Date.now() - 60_000 : Date.now() + 1.5 * endsIn
  const sent = game.teams
    .slice(0, 2)
    .flatMap((team) => game.challenges.map((challenge) => ({ team, challenge, at })))
  await sendFlags(db, game, sent)
  while ((await judge(db, game.id)).rows.length > 0);
  return game
}

describe('the list', () => {
  it('is in order of ids, page by page, and finds parts of names and ids', async () => {
    const { services, admin } = domain
    const [a, b, c] = [await domain.team(2), await domain.team(), await domain.team()]
    await services.teams.adminUpdate(admin, b.id, { name: 'Fünf_Знамя 50%' })
    const all = await services.teams.adminList(admin, { count: 100, skip: 0 })
    expect(all.data.map(({ id }) => id)).toEqual([...all.data.map(({ id }) => id)].sort((x, y) => x - y))
    expect([all.length, all.total]).toEqual([all.data.length, all.data.length])
    const one = await services.teams.adminList(admin, { count: 1, skip: 1 })
    expect([one.data[0]?.id, one.length, one.total]).toEqual([all.data[1]?.id, 1, all.total])
    const find = async (hint: string) => {
      const page = { count: 30, skip: 0, ...teamHint.parse({ hint }) }
      return (await services.teams.adminList(admin, page)).data.map(({ id }) => id)
    }
    expect(await find('_ЗНАМЯ')).toEqual([b.id])
    expect(await find('50%')).toEqual([b.id])
    expect(await find('  ＦÜＮＦ ')).toEqual([b.id])
    expect(await find(String(c.id))).toContain(c.id)
    expect(await find('%%')).toEqual([])
    expect(all.data.find(({ id }) => id === a.id)?.members).toHaveLength(2)
    expect(teamHint.safeParse({ hint: ' ' }).success).toBe(false)
  })
})

describe('an administrator', () => {
  it('changes given members, keeps the others, and is audited', async () => {
    const { services, admin } = domain
    const { id, captain } = await domain.team()
    await services.teams.update(domain.as(captain), id, { name: 'Before', bio: 'old' })
    await services.teams.adminUpdate(admin, id, adminTeamInput.parse({ name: '', bio: null, locked: null }))
    expect(await audited(id)).toEqual([])
    await services.teams.adminUpdate(admin, id, { name: 'After', locked: true })
    expect(await services.teams.one(admin, id)).toMatchObject({ name: 'After', bio: 'old', locked: true })
    await services.teams.adminUpdate(admin, id, { locked: false })
    expect((await services.teams.one(admin, id)).locked).toBe(false)
    expect(await audited(id)).toEqual([
      {
        action: 'team_updated',
        before: { name: 'Before', locked: false },
        after: { name: 'After', locked: true }
      },
      { action: 'team_updated', before: { locked: true }, after: { locked: false } }
    ])
    expect(adminTeamInput.safeParse({ name: 'x'.repeat(10_000) }).success).toBe(false)
    expect(adminTeamInput.safeParse({ locked: 'yes' }).success).toBe(false)
  })

  it('cannot unlock what a game locks', async () => {
    const { services, admin, as } = domain
    const { id, captain, members } = await domain.team(2)
    const gameId = await domain.game({ acceptWithoutReview: true })
    await services.participations.join(as(captain), gameId, { teamId: id })
    await services.teams.adminUpdate(admin, id, { locked: false })
    expect((await services.teams.one(admin, id)).locked).toBe(true)
    await refused(services.teams.leave(as(members[1]!), id), 'team.locked', 400)
  })

  it('is the only one who may change teams of others', async () => {
    const { id, captain } = await domain.team()
    const { teams } = domain.services
    for (const [ctx, code, status] of [
      [domain.as(null), 'auth.login_required', 401],
      [domain.as(captain), 'auth.forbidden', 403],
      [domain.as(captain, { role: 'Monitor' }), 'auth.forbidden', 403]
    ] as const)
      for (const call of [
        () => teams.adminList(ctx, { count: 1, skip: 0 }),
        () => teams.adminRemoval(ctx, id),
        () => teams.adminUpdate(ctx, id, { locked: true }),
        () => teams.adminDelete(ctx, id)
      ])
        await refused(call(), code, status)
    await refused(teams.adminUpdate(domain.admin, 999_999, {}), 'team.not_found', 400)
    await refused(teams.adminDelete(domain.admin, 999_999), 'team.not_found', 404)
    await refused(teams.adminRemoval(domain.admin, 999_999), 'team.not_found', 404)
  })
})

describe('deleting a team', () => {
  it('deletes what the plan lists, keeps accounts and ledgers, and boards and notices of bloods agree', async () => {
    const { services, admin } = domain
    const game = await played()
    const over = await played(-HOUR_MS)
    const [first, second] = game.teams
    // The same team also played an ended game.
    await rows(
      'UPDATE participations SET team_id = $1 WHERE id = $2',
      first!.teamId,
      over.teams[0]!.participationId
    )
    const before = await foldedBoard(domain.stores, game.id)
    expect(before.items.map(({ id }) => id)).toEqual(game.teams.map(({ teamId }) => teamId))
    const plan = await services.teams.adminRemoval(admin, first!.teamId)
    expect(plan).toEqual({ members: 2, games: 2, boards: 2, submissions: 4, solves: 4 })
    await services.teams.adminDelete(admin, first!.teamId)

    for (const table of ['team_members WHERE team_id', 'participations WHERE team_id'])
      expect(await rows(`SELECT 1 FROM ${table} = $1`, first!.teamId)).toEqual([])
    for (const table of ['registrations', 'submissions', 'solves'])
      expect(
        await rows(`SELECT 1 FROM ${table} WHERE participation_id = $1`, first!.participationId)
      ).toEqual([])
    const people = first!.members.map(({ id }) => id)
    expect(await rows('SELECT 1 FROM users WHERE id = ANY($1)', people)).toHaveLength(2)

    for (const { id } of [game, over]) {
      const board = await foldedBoard(domain.stores, id)
      expect(board.items).toHaveLength(2)
      expect(board.items.map(({ id }) => id)).not.toContain(first!.teamId)
      expect((await verifyChain(domain.stores.db.pool, id)).firstBad).toBeNull()
    }
    const { items, challenges } = await foldedBoard(domain.stores, game.id)
    const [leader] = items
    const bloods = Object.values(challenges)
      .flat()
      .flatMap(({ title, bloods }) => bloods.map(({ name }) => ({ title, name })))
    expect(bloods).toHaveLength(2)
    expect(
      await rows(
        'SELECT "values"[2] AS title, "values"[1] AS name FROM notices WHERE game_id = $1 ORDER BY type, 1',
        game.id
      )
    ).toEqual(bloods)
    expect([leader!.id, leader!.solvedChallenges.map(({ type }) => type)]).toEqual([
      second!.teamId,
      ['FirstBlood', 'FirstBlood']
    ])
    const [entry] = await audited(first!.teamId)
    expect(entry).toMatchObject({ action: 'team_deleted', before: { name: first!.name, ...plan } })
  })

  it('leaves tables and boards in agreement when its flags are judged and it is deleted twice', async () => {
    const game = await played()
    const [, , team] = game.teams
    const sent = game.challenges.map((challenge) => ({ team: team!, challenge }))
    await sendFlags(domain.stores.db, game, sent)
    const remove = () => domain.services.teams.adminDelete(domain.admin, team!.teamId)
    const { done, codes } = await outcomes([remove(), judge(domain.stores.db, game.id), remove()])
    expect([done, codes]).toEqual([2, ['team.not_found']])
    const board = await foldedBoard(domain.stores, game.id)
    expect(board.items).toHaveLength(2)
    expect(board.items.every(({ solvedCount }) => solvedCount === 2)).toBe(true)
    expect((await verifyChain(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it.each([0, 1])('and a batch of its flags in two games never deadlock (%i)', async (place) => {
    const { pool } = domain.stores.db
    const games = [await played(), await played()]
    const { teamId, participationId, members } = games[0]!.teams[0]!
    const other = games[1]!.teams[0]!.participationId
    await rows('UPDATE participations SET team_id = $1 WHERE id = $2', teamId, other)
    const arrivals = games.map(({ id, challenges }, index) => ({
      gameId: id,
      challengeId: challenges[0]!.id,
      participationId: [participationId, other][index]!,
      userId: members[0]!.id,
      answer: 'flag{x}',
      ip: '203.0.113.1',
      userAgent: null
    }))
    const waiting = (query: string, seconds = 0) =>
      until(async () => {
        const found = await rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
               AND starts_with(query, $1) AND clock_timestamp() > query_start + make_interval(secs => $2)`,
          query,
          seconds
        )
        return found.length > 0
      })
    // The deletion has one registration and waits for this one; the flags lock them in the other order.
    const connection = await pool.connect()
    const held = arrivals[place]!
    await connection.query('BEGIN')
    await connection.query('SELECT FROM participations WHERE id = $1 FOR SHARE', [held.participationId])
    const removed = domain.services.teams.adminDelete(domain.admin, teamId)
    await waiting('SELECT FROM participations WHERE team_id')
    const intake = createIntake(domain.stores.db, () => {})
    const stored = [held, arrivals[1 - place]!].map((one) => intake.store(one))
    // After the deadlock timeout of Postgres, so that the deletion is the next to find the ring.
    await waiting('SELECT * FROM store_submissions', 1.2)
    await connection.query('COMMIT')
    connection.release()
    await removed
    expect(await Promise.all(stored)).toEqual([null, null])
  })

  it('frees former members at once', async () => {
    const { services, admin, as } = domain
    const { id, captain, members } = await domain.team(2)
    const gameId = await domain.game({ acceptWithoutReview: true })
    for (const member of members) await services.participations.join(as(member), gameId, { teamId: id })
    expect(await services.games.standing(as(captain), gameId)).not.toBeNull()
    await services.teams.adminDelete(admin, id)
    expect(await services.games.standing(as(captain), gameId)).toBeNull()
    await refused(services.participations.guardPlay(as(members[1]!), gameId), 'game.not_participating', 400)
    const { id: next } = await services.teams.create(as(captain), { name: 'Again' })
    await services.participations.join(as(captain), gameId, { teamId: next })
    expect((await services.games.one(as(captain), gameId)).teamCount).toBe(1)
  })
})

describe('team tokens', () => {
  it('are verified by the key of their game', async () => {
    const { services, as } = domain
    const { id, captain } = await domain.team()
    const gameId = await domain.game({ acceptWithoutReview: true })
    await services.participations.join(as(captain), gameId, { teamId: id })
    const { token, game } = await services.participations.guardPlay(as(captain), gameId)
    services.teams.verify({ teamToken: token, publicKey: game.publicKey })
    const other = token.replace(/^\d+/, String(id + 1))
    const work = (teamToken: string, publicKey = game.publicKey) =>
      (async () => services.teams.verify({ teamToken, publicKey }))()
    expect((await refused(work(other), 'signature.invalid', 401)).bodyStatus).toBe(400)
    for (const broken of [`${id}:%%%`, `${id}`, `x${token}`])
      await refused(work(broken), 'signature.malformed', 400)
    await refused(work(token, 'AAAA'), 'signature.malformed', 400)
  })
})
