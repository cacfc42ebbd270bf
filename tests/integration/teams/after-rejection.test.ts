import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) => {
  const { rows } = await domain.stores.db.pool.query(text, values)
  return rows
}
const judgeAll = async (game: PlayedGame) => {
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
}
const place = (game: PlayedGame, team = 0) => game.teams[team]!.participationId
const player = (game: PlayedGame, team = 0) => domain.as(game.teams[team]!.members[0])
const reject = (game: PlayedGame, team = 0) =>
  domain.services.participations.setStatus(domain.admin, place(game, team), 'Rejected')
const again = (game: PlayedGame, organization?: string) =>
  domain.services.participations.join(player(game), game.id, { teamId: game.teams[0]!.teamId, organization })
const solve = async (game: PlayedGame, at: number, team = 0) => {
  const challenge = game.challenges[0]!
  await sendFlags(domain.stores.db, game, [
    { team: game.teams[team]!, challenge, answer: challenge.flag, at }
  ])
  await judgeAll(game)
}
const statusOf = async (game: PlayedGame, team = 0) =>
  (await sql('SELECT status FROM participations WHERE id = $1', place(game, team)))[0]?.status ?? null

/** Something that a team leaves, as a row of its own. */
const LEFT = {
  submissions: (game: PlayedGame) =>
    sendFlags(domain.stores.db, game, [
      { team: game.teams[0]!, challenge: game.challenges[0]!, answer: 'no', at: Date.now() }
    ]),
  captures: (game: PlayedGame) =>
    sql(
      `INSERT INTO captures (game_id, challenge_id, participation_id, address, file, lease_until, pinned_at)
       VALUES ($1, $2, $3, '192.0.2.1', gen_random_uuid() || '.pcap', now(), now())`,
      ...[game.id, game.challenges[0]!.id, place(game)]
    ),
  tickets: (game: PlayedGame) =>
    domain.services.tickets.open(player(game), game.id, { title: 's', text: 't', challengeId: null }),
  team_flags: (game: PlayedGame) =>
    sql(
      `INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, 'flag{own}')`,
      game.challenges[0]!.id,
      place(game)
    )
}

describe('a rejected team that leaves the game', () => {
  it.each(Object.keys(LEFT) as (keyof typeof LEFT)[])('leaves its %s behind', async (relation) => {
    const game = await playGame(domain.stores.db)
    await LEFT[relation](game)
    const count = () =>
      sql(`SELECT count(*)::int AS n FROM ${relation} WHERE participation_id = $1`, place(game))
    expect(await count()).toEqual([{ n: 1 }])
    await reject(game)
    await domain.services.participations.leave(player(game), game.id)
    expect([await count(), await statusOf(game)]).toEqual([[{ n: 1 }], 'Rejected'])
    const { status } = await domain.services.games.one(player(game), game.id)
    expect(status).toBe('Unsubmitted')
    await again(game)
    expect(await statusOf(game)).toBe('Pending')
  })

  it('does not take the cheating of another team along', async () => {
    const game = await playGame(domain.stores.db)
    const challenge = game.challenges[0]!
    await sql(`UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1`, challenge.id)
    await LEFT.team_flags(game)
    await sendFlags(domain.stores.db, game, [{ team: game.teams[1]!, challenge, answer: 'flag{own}' }])
    await judgeAll(game)
    await sql('DELETE FROM team_flags WHERE participation_id = $1', place(game))
    const cheats = () => sql('SELECT participation_id AS id FROM cheats WHERE game_id = $1', game.id)
    await reject(game)
    await domain.services.participations.leave(player(game), game.id)
    expect(await cheats()).toEqual([{ id: place(game, 1) }])
  })

  it('is rejected again when it waited for another review, and goes for good when it left nothing', async () => {
    const game = await playGame(domain.stores.db)
    await solve(game, Date.now())
    const { participations, users } = domain.services
    for (const team of [0, 1]) await reject(game, team)
    await again(game)
    expect(await statusOf(game)).toBe('Pending')
    const withdrawn = async (team: number) =>
      (await users.belongings(domain.admin, game.teams[team]!.members[0].id)).withdrawn
    expect([await withdrawn(0), await withdrawn(1)]).toEqual([0, 1])
    for (const team of [0, 1]) await participations.leave(player(game, team), game.id)
    expect([await statusOf(game), await statusOf(game, 1)]).toEqual(['Rejected', null])
  })

  it('does not escape into nothing by disbanding the team', async () => {
    const game = await playGame(domain.stores.db)
    await LEFT.captures(game)
    await reject(game)
    const { teams, trash, participations } = domain.services
    await participations.leave(player(game), game.id)
    await teams.disband(player(game), game.teams[0]!.teamId)
    const { data } = await trash.list(domain.admin, { kind: 'team', by: '' }, { count: 5, skip: 0 })
    expect(data.map(({ targetId }) => targetId)).toContain(game.teams[0]!.teamId)
  })
})

it('who left a team after the end is told to be no member, as every call of practice has it', async () => {
  const game = await playGame(domain.stores.db, { startsIn: -HOUR_MS, endsIn: -MINUTE_MS, membersEach: 2 })
  const { games, participations, teams } = domain.services
  const mate = domain.as(game.teams[0]!.members[1]!)
  const view = () => games.one(mate, game.id)
  expect(await view()).toMatchObject({ status: 'Accepted', member: true })
  await teams.leave(mate, game.teams[0]!.teamId)
  expect(await view()).toMatchObject({ status: 'Accepted', member: false })
  await refused(participations.guardPlay(mate, game.id), 'game.not_participating')
  expect(await games.one(domain.as(null), game.id)).toMatchObject({ status: 'Unsubmitted', member: false })
})

describe('a rejected team that signs up again', () => {
  const bloods = async (game: PlayedGame) =>
    (
      await sql(
        `SELECT "values"[1] AS team FROM notices WHERE game_id = $1 AND type = 'FirstBlood' ORDER BY id`,
        game.id
      )
    ).map(({ team }) => team)

  it('gets its bloods back with their notices, accepted at once as by a review', async () => {
    const told = async (withoutReview: boolean) => {
      const game = await playGame(domain.stores.db)
      await sql('UPDATE games SET accept_without_review = $2 WHERE id = $1', game.id, withoutReview)
      for (const team of [0, 1]) await solve(game, Date.now() - 5 * MINUTE_MS + team * 1000, team)
      const [first, second] = game.teams.map(({ name }) => name)
      expect(await bloods(game)).toEqual([first])
      await reject(game)
      expect(await bloods(game)).toEqual([second])
      await again(game)
      if (!withoutReview)
        await domain.services.participations.setStatus(domain.admin, place(game), 'Accepted')
      expect(await bloods(game)).toEqual([first])
    }
    await told(false)
    await told(true)
  })

  it.each([
    ['at once', true],
    ['by a review', false],
    ['with others that wait', 'bulk']
  ])('follows the end of the division that it chose, accepted %s', async (_, how) => {
    const divisions = ['Open', 'Students']
    const game = await playGame(domain.stores.db, {
      ...{ startsIn: -HOUR_MS, endsIn: -10 * MINUTE_MS },
      divisionOf: (at) => divisions[at] ?? null
    })
    const { corrections, participations } = domain.services
    await sql(
      'UPDATE games SET divisions = $2, accept_without_review = $3 WHERE id = $1',
      ...[game.id, divisions, how === true]
    )
    const correction = {
      ...{ kind: 'extension' as const, division: 'Students' },
      end: new Date(Date.now() + HOUR_MS)
    }
    await corrections.apply(domain.admin, game.id, { correction, reason: 'Power.' })
    await solve(game, Date.now() - 5 * MINUTE_MS)
    const solvers = () => sql('SELECT participation_id AS id FROM solves WHERE game_id = $1', game.id)
    expect(await solvers()).toEqual([])
    await reject(game)
    await again(game, 'Students')
    if (how === false) await participations.setStatus(domain.admin, place(game), 'Accepted')
    if (how === 'bulk') await participations.acceptWaiting(domain.admin, game.id, [place(game)])
    expect(await solvers()).toEqual([{ id: place(game) }])
    await reject(game)
    await again(game, 'Open')
    if (how !== true) await participations.setStatuses(domain.admin, game.id, [place(game)], 'Accepted')
    expect(await solvers()).toEqual([])
  })
})
