import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { judge } from '~/scoring/judge'
import { challengeInput } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type GamePlan, type Member, type PlayedChallenge, playGame, sendFlags } from '../../support/fixtures'
import { until } from '../../support/until'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const FIRST = { count: 20, skip: 0 }
const query = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)

async function played(plan: GamePlan = {}) {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 4, membersEach: 2, challenges: 2, ...plan })
  const challenge = game.challenges[0]!
  const send = async (...sent: Parameters<typeof sendFlags>[2]) => {
    const ids = await sendFlags(db, game, sent)
    await until(async () => (await judge(db, game.id)).rows.length === 0)
    return ids
  }
  const { submissions } = domain.services
  const tries = (member: Member, part = FIRST, id = challenge.id) =>
    submissions.tries(domain.as(member), game.id, id, part)
  const solvers = (member: Member | null, part = FIRST, id = challenge.id) =>
    submissions.solvers(domain.as(member), game.id, id, part)
  return { game, challenge, teams: game.teams, send, tries, solvers }
}

describe('the tries of a team', () => {
  it('are all of its members’, newest first, numbered through the pages, and nobody else’s', async () => {
    const { challenge, teams, game, send, tries } = await played()
    const [team, other] = [teams[0]!, teams[1]!]
    const at = Date.now() - 60_000
    const answers = ['flag{one}', 'flag{two}', 'flag{three}']
    const ids = await send(
      ...answers.map((answer, place) => ({ team, challenge, answer, member: place % 2, at: at + place }))
    )
    await send(
      { team: other, challenge, answer: 'flag{theirs}' },
      { team, challenge: game.challenges[1]!, answer: 'flag{elsewhere}' }
    )
    const right = await send({ team, challenge, at: at + 10 })
    const all = await tries(team.members[1]!)
    expect(all).toMatchObject({ length: 4, total: 4 })
    expect(
      all.data.map(({ id, number, flag, status, userName }) => [id, number, flag, status, userName])
    ).toEqual([
      [right[0], 4, challenge.flag, 'Accepted', team.members[0]!.name],
      [ids[2], 3, 'flag{three}', 'WrongAnswer', team.members[0]!.name],
      [ids[1], 2, 'flag{two}', 'WrongAnswer', team.members[1]!.name],
      [ids[0], 1, 'flag{one}', 'WrongAnswer', team.members[0]!.name]
    ])
    const page = await tries(team.members[0], { count: 2, skip: 1 })
    expect(page).toMatchObject({ length: 2, total: 4 })
    expect(page.data.map(({ number }) => number)).toEqual([3, 2])
    expect((await tries(team.members[0], { count: 5, skip: 9 })).data).toEqual([])
    expect((await tries(other.members[0])).data.map(({ flag }) => flag)).toEqual(['flag{theirs}'])
    expect((await tries(teams[2]!.members[0])).total).toBe(0)
  })

  it('do not show that a flag was another team’s', async () => {
    const { challenge, teams, send, tries } = await played()
    const team = teams[0]!
    const [id] = await send({ team, challenge, answer: 'flag{stolen}' })
    await query(`UPDATE submissions SET status = 'CheatDetected' WHERE id = $1`, id)
    expect((await tries(team.members[0])).data[0]).toMatchObject({ id, status: 'WrongAnswer' })
    await query('UPDATE submissions SET user_id = NULL WHERE id = $1', id)
    expect((await tries(team.members[0])).data[0]).toMatchObject({ id, userName: null })
  })

  it('are visible to players who may play now, and to nobody else', async () => {
    const { game, challenge, teams, tries } = await played({ practiceMode: false })
    const [stranger] = await domain.users(1)
    await refused(tries(stranger!), 'game.not_participating', 400)
    await refused(
      domain.services.submissions.tries(domain.as(null), game.id, challenge.id, FIRST),
      'auth.login_required',
      401
    )
    const member = teams[0]!.members[0]
    const elsewhere = await played()
    for (const id of [999_999, elsewhere.challenge.id])
      await refused(tries(member, FIRST, id), 'challenge.unavailable', 404)
    await query('UPDATE challenges SET enabled = false WHERE id = $1', challenge.id)
    await refused(tries(member), 'challenge.unavailable', 404)
    const late = await played({ practiceMode: false, endsIn: -1000 })
    await refused(late.tries(late.teams[0]!.members[0]), 'game.ended', 400)
  })
})

describe('the solvers of a challenge', () => {
  it('are the counted teams in the order of their solves, for everybody', async () => {
    const { challenge, teams, send, solvers } = await played({
      divisionOf: (place) => ['A', 'B'][place % 2]!
    })
    const at = Date.now() - 60_000
    // Two of them in the same millisecond: the earlier submission is first.
    const order = [2, 0, 3, 1]
    await send(...order.map((place) => ({ team: teams[place]!, challenge, at: place === 1 ? at + 5 : at })))
    const names = async (part = FIRST) =>
      (await solvers(null, part)).data.map(({ place, team }) => [place, team])
    const all = await solvers(null)
    expect(all.total).toBe(4)
    expect(all.data.map(({ teamId }) => teamId)).toEqual(order.map((place) => teams[place]!.teamId))
    expect(all.data[0]).toMatchObject({
      place: 1,
      team: teams[2]!.name,
      division: 'A',
      userName: teams[2]!.members[0].name
    })
    expect(Date.parse(all.data[3]!.time)).toBe(at + 5)
    expect(await names({ count: 2, skip: 2 })).toEqual([
      [3, teams[3]!.name],
      [4, teams[1]!.name]
    ])
    await query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, teams[2]!.participationId)
    expect(await names()).toEqual([
      [1, teams[0]!.name],
      [2, teams[3]!.name],
      [3, teams[1]!.name]
    ])
  })

  it('are hidden with a hidden game, before the start, and with a disabled challenge', async () => {
    const hidden = await played({ hidden: true })
    await refused(hidden.solvers(null), 'game.not_found', 404)
    expect((await hidden.solvers(hidden.teams[0]!.members[0])).total).toBe(0)
    const coming = await played({ startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
    await refused(coming.solvers(coming.teams[0]!.members[0]), 'game.not_started', 400)
    const { challenge, solvers } = await played()
    await query('UPDATE challenges SET enabled = false WHERE id = $1', challenge.id)
    for (const id of [challenge.id, hidden.challenge.id, 999_999])
      await refused(solvers(null, FIRST, id), 'challenge.unavailable', 404)
  })

  it('behind a corrected freeze are found by an index, whatever else the ledger has', async () => {
    const { game, challenge, teams, send, solvers } = await played()
    const at = Date.now() - 60_000
    await send(...[2, 0].map((place, index) => ({ team: teams[place]!, challenge, at: at + index })))
    await domain.services.freezing.set(domain.admin, game.id, 'now')
    const since = { ...domain.admin, now: new Date(Date.now() + 10) }
    await domain.services.corrections.apply(since, game.id, {
      correction: { kind: 'void', participationIds: [teams[2]!.participationId], challengeId: challenge.id },
      reason: 'r'
    })
    const { pool } = domain.stores.db
    const asked = vi.spyOn(pool, 'query')
    expect((await solvers(null)).data.map(({ team }) => team)).toEqual([teams[2]!.name, teams[0]!.name])
    const found = asked.mock.calls.map(([statement]) => statement as unknown as pg.QueryConfig)
    asked.mockRestore()
    const read = found.filter(({ text }) => text?.includes('score_events'))
    expect(read).toHaveLength(1)
    const client = await pool.connect()
    try {
      // So small a table would be read whole.
      await client.query('SET enable_seqscan = off')
      const { text, values } = read[0]!
      const { rows } = await client.query({ text: `EXPLAIN ${text}`, values })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('score_events_solve')
      expect(plan.match(/Scan.* on score_events/g)!.length).toBeGreaterThan(0)
      expect(plan).not.toMatch(/score_events_pkey on score_events e/)
    } finally {
      client.release(true)
    }
  })

  it('do not include solves after the end', async () => {
    const { challenge, teams, send, solvers, tries } = await played({ endsIn: -1000 })
    await send({ team: teams[0]!, challenge })
    expect((await tries(teams[0]!.members[0])).data[0]).toMatchObject({ status: 'Accepted', number: 1 })
    expect((await solvers(null)).total).toBe(0)
  })
})

describe('a search of the board', () => {
  it('reads descriptions and hints of enabled challenges, and treats patterns as text', async () => {
    const { game, teams } = await played({ challenges: 4 })
    const [a, b, c, d] = game.challenges.map(({ id }) => id) as [number, number, number, number]
    await query(`UPDATE challenges SET content = 'Watch the PrintF of 100%' WHERE id = $1`, a)
    await query(`UPDATE challenges SET hints = '{one,"printf it"}' WHERE id = $1`, b)
    await query(`UPDATE challenges SET content = 'printf', enabled = false WHERE id = $1`, c)
    await query(`UPDATE challenges SET content = 'nothing 1000' WHERE id = $1`, d)
    const { challenges } = domain.services
    const find = async (search: string, member = teams[0]!.members[0]) =>
      (await challenges.find(domain.as(member), game.id, search, 'all')).texts
    expect(await find('printf')).toEqual([a, b])
    expect(await find('100%')).toEqual([a])
    expect(await find('p_intf')).toEqual([])
    expect(await find('')).toEqual([])
    const [stranger] = await domain.users(1)
    await refused(find('printf', stranger), 'game.not_participating', 400)
  })

  it('finds unsolved tries of the team, and challenges with an instance', async () => {
    const { game, teams, send } = await played({ challenges: 4 })
    const [a, b, c, d] = game.challenges as [
      PlayedChallenge,
      PlayedChallenge,
      PlayedChallenge,
      PlayedChallenge
    ]
    const [team, other] = [teams[0]!, teams[1]!]
    await send(
      { team, challenge: a, answer: 'x' },
      { team, challenge: b, answer: 'x' },
      { team, challenge: b },
      { team: other, challenge: c, answer: 'x' }
    )
    await query(`UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1`, d.id)
    const shown = async (show: string) =>
      (await domain.services.challenges.find(domain.as(team.members[1]!), game.id, '', show)).shown
    expect(await shown('tried')).toEqual([a.id])
    expect(await shown('instance')).toEqual([d.id])
    expect(await shown('all')).toEqual([])
  })
})

describe('the time of a hint', () => {
  async function hinted(start = -HOUR_MS) {
    const { services, admin, as } = domain
    const gameId = await domain.game({ acceptWithoutReview: true, start: new Date(Date.now() + start) })
    const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: 'Alpha' }))
    await services.challenges.addFlags(admin, gameId, id, [
      { flag: 'flag{a}', attachmentType: 'None' as const }
    ])
    const team = await domain.team()
    await services.participations.join(as(team.captain), gameId, { teamId: team.id })
    const update = (change: object) => services.challenges.update(admin, gameId, id, change)
    const given = async () => {
      const { hints, hintTimes } = await services.challenges.play(as(team.captain), gameId, id)
      return hints!.map((hint, place) => [hint, hintTimes[place] !== null])
    }
    return { gameId, id, update, given }
  }

  it('is that of its addition; original hints have none, and edits of others keep it', async () => {
    const { id, update, given } = await hinted()
    await update({ hints: ['first'], isEnabled: true })
    expect(await given()).toEqual([['first', false]])
    await update({ hints: ['first', 'second'] })
    expect(await given()).toEqual([
      ['first', false],
      ['second', true]
    ])
    await query(`UPDATE challenges SET hint_times[2] = now() - interval '9 hours' WHERE id = $1`, id)
    const { rows: before } = await query('SELECT hint_times FROM challenges WHERE id = $1', id)
    await update({ hints: ['second', 'first', 'third'], content: 'Look' })
    const { rows: after } = await query('SELECT hint_times FROM challenges WHERE id = $1', id)
    expect(after[0].hint_times.slice(0, 2)).toEqual([before[0].hint_times[1], null])
    expect(Date.now() - after[0].hint_times[2].getTime()).toBeLessThan(60_000)
    await update({ hints: [] })
    expect(await given()).toEqual([])
  })

  it('is not shown for hints from before the start', async () => {
    const { gameId, update, given } = await hinted()
    await update({ hints: ['first'], isEnabled: true })
    await update({ hints: ['first', 'early'] })
    await query(`UPDATE games SET start_at = now() WHERE id = $1`, gameId)
    expect(await given()).toEqual([
      ['first', false],
      ['early', false]
    ])
  })
})
