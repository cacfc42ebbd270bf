import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEntries, verifyChain } from '~/server/ledger'
import { outsideMessage } from '~/server/ledger-export/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { resultsMessage, suitcaseManifest, suitcasePeople } from '~/server/suitcases/contract'
import { answersByField } from '~/server/suitcases/questions'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import type { PlayedGame } from '../../support/fixtures'
import {
  type Carried,
  carry,
  handIn,
  keyedGame,
  merge,
  resultsOf,
  solveAt
} from '../../support/games/suitcases'

let home: Domain
let laptop: Domain
beforeAll(async () => {
  home = await openDomain()
  laptop = await openDomain()
})
afterAll(async () => {
  await home?.close()
  await laptop?.close()
})

const NOW = Math.floor(Date.now() / 1000) * 1000
const ago = (minutes: number) => NOW - minutes * MINUTE_MS

interface Away extends Carried {
  game: PlayedGame
  results: Buffer
}

/** A carried game of which team 0 solved the first challenge and team 1 the second. */
async function played(): Promise<Away> {
  const game = await keyedGame(home, { teams: 3, challenges: 2 })
  const carried = await carry(home, laptop, game)
  const { teams, challenges } = carried.away
  await solveAt(laptop, carried.away, [
    { team: teams[0]!, challenge: challenges[0]!, at: ago(30) },
    { team: teams[1]!, challenge: challenges[1]!, at: ago(20) }
  ])
  return { ...carried, game, results: await resultsOf(laptop, carried.away.id) }
}

it('answers to the questions at sign-up come along, whatever ids the questions have there', async () => {
  const game = await keyedGame(home, { teams: 2, challenges: 1 })
  const [first, second] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const question = {
    of: 'Player',
    kind: 'Text',
    label: 'Shirt',
    hint: '',
    required: false,
    public: false,
    options: []
  }
  const fields = [
    { ...question, id: 41 },
    { ...question, id: 17, of: 'Team', label: 'Boat' }
  ]
  const at = home.stores.db.pool
  await at.query('UPDATE games SET registration_fields = $2 WHERE id = $1', [game.id, JSON.stringify(fields)])
  await at.query('UPDATE participations SET answers = $2 WHERE id = $1', [
    first.participationId,
    { 17: 'Gull' }
  ])
  await at.query('UPDATE registrations SET answers = $3 WHERE game_id = $1 AND user_id = $2', [
    game.id,
    first.members[0].id,
    // One to a question that the game no longer has.
    { 41: 'M', 99: 'gone' }
  ])
  const { away } = await carry(home, laptop, game)
  const there = async (team: PlayedGame['teams'][0]) =>
    (
      await laptop.stores.db.pool.query(
        `SELECT p.answers AS team, r.answers AS player, g.registration_fields AS fields FROM participations p
         JOIN registrations r ON r.participation_id = p.id JOIN games g ON g.id = p.game_id
         WHERE p.game_id = $1 AND r.user_id = $2`,
        [away.id, team.members[0].id]
      )
    ).rows[0]
  const { team, player, fields: made } = await there(first)
  const [shirt, boat] = made.map(({ id }: { id: number }) => String(id))
  expect([shirt, boat]).not.toEqual(['41', '17'])
  expect([team, player]).toEqual([{ [boat]: 'Gull' }, { [shirt]: 'M' }])
  expect(await there(second)).toMatchObject({ team: {}, player: {} })
})

it('times that archives leave out come along, and what was solved after the deadline of home stays out', async () => {
  const game = await keyedGame(home, { teams: 2, challenges: 3 })
  const [closing, planned] = [game.challenges[1]!, game.challenges[2]!]
  const soon = (minutes: number) => new Date(NOW + minutes * MINUTE_MS)
  const { pool } = home.stores.db
  await pool.query(
    `UPDATE games SET divisions = '{Open,Late}', division_ends = $2, freeze_at = $3 WHERE id = $1`,
    [game.id, JSON.stringify({ Late: soon(600).toISOString() }), soon(20)]
  )
  await pool.query('UPDATE challenges SET closes_at = $2 WHERE id = $1', [closing.id, new Date(ago(10))])
  await pool.query(
    'UPDATE challenges SET enabled = false, release_at = $2, release_announce = false WHERE id = $1',
    [planned.id, soon(30)]
  )
  const times = async ({ stores }: Domain, id: number) =>
    (
      await stores.db.pool.query(
        `SELECT freeze_at, division_ends, final_at, (SELECT json_agg(json_build_array(closes_at, release_at, release_announce,
             enabled) ORDER BY id) FROM challenges WHERE game_id = g.id) AS challenges FROM games g WHERE id = $1`,
        [id]
      )
    ).rows[0]
  const { away, suitcase, fingerprint } = await carry(home, laptop, game)
  expect(await times(laptop, away.id)).toEqual(await times(home, game.id))
  // The laptop took flags for longer.
  const [first, second] = away.teams
  await solveAt(laptop, away, [
    { team: first!, challenge: away.challenges[1]!, at: ago(11) },
    { team: second!, challenge: away.challenges[1]!, at: ago(10) }
  ])
  await handIn(home, game.id, await resultsOf(laptop, away.id))
  const preview = await home.services.suitcases.preview(home.admin, game.id, suitcase, {})
  expect(preview).toMatchObject({ solves: 2, left: { outside: 1 }, preview: { effect: { added: 1 } } })
  await merge(home, game.id, suitcase, { fingerprint })
  const solves = (await readEntries(pool, game.id, 0, 1000)).filter(({ kind }) => kind === 'solve')
  expect(solves).toMatchObject([{ participationId: game.teams[0]!.participationId, at: ago(11) }])
})

it('a suitcase that was packed by an older version has no such times', () => {
  const challenge = { id: 1, title: 'Tide' }
  const publicKey = `${'A'.repeat(43)}=`
  const manifest = {
    ...{ format: 'halyard-suitcase', version: 1, id: randomUUID(), packedAt: new Date(0).toISOString() },
    ...{ home: { game: 1, title: 'Cup', publicKey }, challenges: [challenge], images: [], files: [] }
  }
  expect(suitcaseManifest.parse(manifest)).toMatchObject({
    challenges: [{ ...challenge, closesAt: null, releaseAt: null, releaseAnnounce: null }],
    times: { freezeAt: null, divisionEnds: {} }
  })
})

it('a suitcase that was packed without answers has none, and questions that changed lose theirs', () => {
  const person = { id: randomUUID(), userName: 'ada', email: 'a@b.example', passwordHash: 'x' }
  const team = { participation: 1, name: 'Owls', division: null }
  expect(suitcasePeople.parse({ teams: [{ ...team, members: [person] }] })).toMatchObject({
    teams: [{ answers: {}, members: [{ answers: {} }] }],
    questions: []
  })
  const question = { of: 'Player' as const, kind: 'Text' as const, label: 'Shirt' }
  const packed = suitcasePeople.parse({
    teams: [{ ...team, answers: { 1: 'Gull' }, members: [{ ...person, answers: { 0: 'M' } }] }],
    questions: [question, { ...question, of: 'Team', label: 'Boat' }]
  })
  const field = { ...question, id: 5, hint: '', required: false, public: false, options: [] }
  expect(answersByField(packed, [field, { ...field, id: 6, label: 'Boat' }])).toMatchObject([
    { answers: {}, members: [{ answers: { 5: 'M' } }] }
  ])
})

it('teams show on the laptop what they show at home, and a team that is there keeps its own', async () => {
  const game = await keyedGame(home, { teams: 2, challenges: 1 })
  const [first, second] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const shows = async ({ stores }: Domain, name: string) =>
    (
      await stores.db.pool.query('SELECT bio, affiliation, website, country FROM teams WHERE name = $1', [
        name
      ])
    ).rows
  const fields = { affiliation: 'Harbour school', website: 'https://harbour.example', country: 'NO' }
  const { teams } = home.services
  const captain = (team: PlayedGame['teams'][0]) => home.as(team.members[0])
  await teams.update(captain(first), first.teamId, { bio: 'We sail.', ...fields })
  const carried = await carry(home, laptop, game)
  expect(await shows(laptop, first.name)).toEqual([{ bio: 'We sail.', ...fields }])
  expect(await shows(laptop, second.name)).toEqual([
    { bio: null, affiliation: null, website: null, country: null }
  ])

  await teams.update(captain(first), first.teamId, { country: 'SE' })
  await teams.update(captain(second), second.teamId, { country: 'SE' })
  await laptop.services.teams.update(
    laptop.as(carried.away.teams[1]!.members[0]),
    carried.away.teams[1]!.teamId,
    { country: 'FI' }
  )
  await carry(home, laptop, game)
  expect(await shows(laptop, first.name)).toEqual([{ bio: 'We sail.', ...fields }])
  expect(await shows(laptop, second.name)).toMatchObject([{ country: 'FI' }])
})

it('a suitcase that was packed before teams showed anything is read as before', () => {
  const team = { participation: 1, name: 'Knots', division: null, members: [] }
  const none = { bio: null, affiliation: null, website: null, country: null }
  expect(suitcasePeople.parse({ teams: [team] })).toEqual({
    teams: [{ ...team, ...none, answers: {} }],
    questions: []
  })
  for (const wrong of [{ website: 'javascript:alert(1)' }, { country: 'no' }, { bio: 'x'.repeat(73) }])
    expect(suitcasePeople.safeParse({ teams: [{ ...team, ...wrong }] }).success).toBe(false)
})

const eventsOf = (gameId: number) => readEntries(home.stores.db.pool, gameId, 0, 10_000)
const solvesOf = async (gameId: number) =>
  (await eventsOf(gameId)).flatMap((event) => (event.kind === 'solve' ? [event] : []))
const bring = async ({ game, suitcase, fingerprint, results }: Away) => {
  await handIn(home, game.id, results)
  return merge(home, game.id, suitcase, { fingerprint })
}

describe('what is imported', () => {
  it('stands at its own time with the entry that it came from, and who solved it', async () => {
    const away = await played()
    const before = await eventsOf(away.game.id)
    await bring(away)
    const there = away.results
      .toString()
      .split('\n')
      .flatMap((line) => (/"text"/.test(line) ? [JSON.parse(line)] : []))
      .filter(({ text }) => JSON.parse(text)[2] === 'solve')
    const events = (await eventsOf(away.game.id)).slice(before.length)
    expect(events).toMatchObject([
      { kind: 'correction', payload: { number: 1, entries: 2, undone: false } },
      {
        ...{ kind: 'solve', at: ago(30), participationId: away.game.teams[0]!.participationId },
        ...{ challengeId: away.game.challenges[0]!.id, userId: away.game.teams[0]!.members[0].id },
        payload: { origin: { key: away.fingerprint.replaceAll(' ', ''), hash: there[0].hash } }
      },
      { kind: 'solve', payload: { origin: { hash: there[1].hash } } }
    ])
    expect((await verifyChain(home.stores.db.pool, away.game.id)).firstBad).toBeNull()
  })

  it('is one correction with author, reason and effect, and comes again after it was undone', async () => {
    const away = await played()
    const number = await bring(away)
    const one = await home.services.corrections.one(home.admin, away.game.id, number)
    expect(one).toMatchObject({
      ...{ kind: 'merge', reason: 'The event in the hut.', by: home.admin.actor!.userName },
      effect: { gain: 2, lose: 0, added: 2 }
    })
    const { corrections, suitcases } = home.services
    const { preview } = await suitcases.preview(home.admin, away.game.id, away.suitcase, {})
    expect(preview.empty).toBe(true)
    await corrections.undo(home.admin, away.game.id, number, { reason: 'Too early.' })
    const scores = async () =>
      (
        await corrections.preview(home.admin, away.game.id, {
          ...{ kind: 'award', participationIds: [away.game.teams[2]!.participationId], points: 1 }
        })
      ).effect.top.before.map(({ score }) => score)
    expect(await scores()).toEqual([0, 0, 0])
    await merge(home, away.game.id, away.suitcase)
    expect(await scores()).toEqual([1050, 1050, 0])
  })

  it('has points, penalties and hints with their times and reasons, a hint of both sides once', async () => {
    const game = await keyedGame(home, { teams: 2, challenges: 1 })
    const [first, second] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    await home.stores.db.pool.query(
      `UPDATE challenges SET priced_hints = '[{"id": 1, "content": "Look up", "cost": 5}]' WHERE id = $1`,
      [game.challenges[0]!.id]
    )
    const carried = await carry(home, laptop, game)
    const { away } = carried
    const give = (domain: Domain, of: PlayedGame, place: number, points: number) =>
      domain.services.corrections.apply(domain.admin, of.id, {
        correction: { kind: 'award', participationIds: [of.teams[place]!.participationId], points },
        reason: `Worth ${points}`
      })
    await give(laptop, away, 0, 100)
    await give(laptop, away, 1, 100)
    await give(home, game, 1, 100)
    const buy = (domain: Domain, of: PlayedGame, place: number) =>
      domain.services.hints.buy(domain.as(of.teams[place]!.members[0]), of.id, of.challenges[0]!.id, 1)
    await buy(laptop, away, 0)
    await buy(laptop, away, 1)
    await buy(home, game, 1)
    const there = await readEntries(laptop.stores.db.pool, away.id, 0, 1000)
    await handIn(home, game.id, await resultsOf(laptop, away.id))
    await merge(home, game.id, carried.suitcase, { fingerprint: carried.fingerprint })
    const awards = (await eventsOf(game.id)).flatMap((event) => (event.kind === 'award' ? [event] : []))
    const of = (id: number) => awards.filter(({ participationId }) => participationId === id)
    expect(of(first.participationId).map(({ payload }) => payload)).toMatchObject([
      { points: 100, reason: 'Worth 100' },
      { points: -5, hint: { challenge: game.challenges[0]!.id, id: 1 } }
    ])
    const paid = there.find((event) => event.kind === 'award' && event.payload.hint)
    expect(of(first.participationId)[1]!.at).toBe(paid!.at)
    expect(
      of(second.participationId)
        .map(({ payload }) => payload.points)
        .sort()
    ).toEqual([-5, 100, 100])
    // It is theirs here, and costs nothing again.
    const offer = await buy(home, game, 0)
    expect(offer.boughtAt).not.toBeNull()
  })

  it.each([
    ['the merge at first', [0, 1]],
    ['the correction at first', [1, 0]]
  ])('gives the price of a hint back once, undoing %s', async (_, order) => {
    const game = await keyedGame(home, { teams: 1, challenges: 1 })
    await home.stores.db.pool.query(
      `UPDATE challenges SET priced_hints = '[{"id": 1, "content": "Look up", "cost": 5}]' WHERE id = $1`,
      [game.challenges[0]!.id]
    )
    const carried = await carry(home, laptop, game)
    const { away } = carried
    const player = laptop.as(away.teams[0]!.members[0])
    await laptop.services.corrections.apply(laptop.admin, away.id, {
      correction: { kind: 'award', participationIds: [away.teams[0]!.participationId], points: 100 },
      reason: 'A quiz.'
    })
    await laptop.services.hints.buy(player, away.id, away.challenges[0]!.id, 1)
    await handIn(home, game.id, await resultsOf(laptop, away.id))
    const merged = await merge(home, game.id, carried.suitcase, { fingerprint: carried.fingerprint })
    const points = async () =>
      (await eventsOf(game.id)).reduce(
        (sum, event) => sum + (event.kind === 'award' ? event.payload.points : 0),
        0
      )
    const { corrections } = home.services
    const returned = await corrections.apply(home.admin, game.id, {
      correction: { kind: 'hints', challengeId: game.challenges[0]!.id },
      reason: 'It was wrong.'
    })
    expect(await points()).toBe(100)
    const [one, other] = order.map((place) => [merged, returned.number][place]!) as [number, number]
    await corrections.undo(home.admin, game.id, one, { reason: 'Too early.' })
    expect(await points()).toBe(one === merged ? 0 : 95)
    await corrections.undo(home.admin, game.id, other, { reason: 'Too early.' })
    expect(await points()).toBe(0)
  })

  it('leaves what lies ahead for a later time, and says how much', async () => {
    const game = await keyedGame(home, { teams: 2, challenges: 2 })
    const carried = await carry(home, laptop, game)
    const { teams, challenges } = carried.away
    await solveAt(laptop, carried.away, [
      { team: teams[0]!, challenge: challenges[0]!, at: ago(30) },
      { team: teams[1]!, challenge: challenges[1]!, at: ago(-10) }
    ])
    await handIn(home, game.id, await resultsOf(laptop, carried.away.id))
    const found = await home.services.suitcases.preview(home.admin, game.id, carried.suitcase, {})
    expect(found).toMatchObject({ solves: 2, left: { outside: 1 }, preview: { effect: { added: 1 } } })
  })

  it('leaves a later solve here for the earlier one of there, and the earlier one of here in place', async () => {
    const game = await keyedGame(home, { teams: 2, challenges: 1 })
    const carried = await carry(home, laptop, game)
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    await solveAt(home, game, [
      { team: game.teams[0]!, challenge, at: ago(10) },
      { team: game.teams[1]!, challenge, at: ago(40) }
    ])
    const there = carried.away.challenges[0]!
    await solveAt(laptop, carried.away, [
      { team: carried.away.teams[0]!, challenge: there, at: ago(25) },
      { team: carried.away.teams[1]!, challenge: there, at: ago(25) }
    ])
    const results = await resultsOf(laptop, carried.away.id)
    await bring({ ...carried, game, results })
    const stands = await home.stores.db.pool.query(
      'SELECT participation_id AS id, solved_at AS at FROM solves WHERE game_id = $1 ORDER BY participation_id',
      [game.id]
    )
    expect(stands.rows.map(({ at }) => at.getTime())).toEqual([ago(25), ago(40)])
  })

  it('stays taken back when staff of home took it back', async () => {
    const away = await played()
    await bring(away)
    const correction = { kind: 'void' as const, challengeId: away.game.challenges[0]!.id }
    await home.services.corrections.apply(home.admin, away.game.id, { correction, reason: 'Leaked.' })
    const { preview } = await home.services.suitcases.preview(home.admin, away.game.id, away.suitcase, {})
    expect(preview.empty).toBe(true)
  })

  it('goes when it was taken back there', async () => {
    const away = await played()
    await bring(away)
    const correction = { kind: 'void' as const, challengeId: away.away.challenges[0]!.id }
    await laptop.services.corrections.apply(laptop.admin, away.away.id, { correction, reason: 'Leaked.' })
    await handIn(home, away.game.id, await resultsOf(laptop, away.away.id))
    const number = await merge(home, away.game.id, away.suitcase)
    const { effect } = await home.services.corrections.one(home.admin, away.game.id, number)
    expect(effect).toMatchObject({ added: 0, removed: 1, lose: 1 })
  })

  it('is not what was solved outside the times of the game here', async () => {
    const away = await played()
    await home.stores.db.pool.query('UPDATE games SET end_at = $2 WHERE id = $1', [
      away.game.id,
      new Date(ago(25))
    ])
    await handIn(home, away.game.id, away.results)
    const found = await home.services.suitcases.preview(home.admin, away.game.id, away.suitcase, {})
    expect(found).toMatchObject({ solves: 2, left: { outside: 1 }, preview: { effect: { added: 1 } } })
  })
})

describe('teams', () => {
  /** A team that only the laptop knows, with one solve. */
  async function withNewcomer(name?: string) {
    const away = await played()
    const { id, captain } = await laptop.team()
    if (name) await laptop.stores.db.pool.query('UPDATE teams SET name = $2 WHERE id = $1', [id, name])
    await laptop.services.participations.join(laptop.as(captain), away.away.id, { teamId: id })
    const { rows } = await laptop.stores.db.pool.query<{ id: number }>(
      'SELECT id FROM participations WHERE game_id = $1 AND team_id = $2',
      [away.away.id, id]
    )
    await laptop.services.participations.setStatus(laptop.admin, rows[0]!.id, 'Accepted')
    const team = {
      teamId: id,
      participationId: rows[0]!.id,
      name: '',
      members: [captain] as [typeof captain]
    }
    await solveAt(laptop, away.away, [{ team, challenge: away.away.challenges[0]!, at: ago(5) }])
    const results = await resultsOf(laptop, away.away.id)
    await handIn(home, away.game.id, results)
    return { ...away, results, own: team.participationId }
  }
  const preview = ({ game, suitcase }: Away, teams = {}) =>
    home.services.suitcases.preview(home.admin, game.id, suitcase, { teams })
  const counts = async (gameId: number) =>
    (
      await home.stores.db.pool.query<{ teams: number; users: number }>(
        `SELECT (SELECT count(*)::int FROM participations WHERE game_id = $1) AS teams,
           (SELECT count(*)::int FROM users) AS users`,
        [gameId]
      )
    ).rows[0]!

  it('of whoever merges are matched by hand by others alone', async () => {
    const { game, suitcase, own, fingerprint } = await withNewcomer()
    const team = game.teams[0]!
    const [captain] = team.members
    const { pool } = home.stores.db
    await pool.query(`UPDATE users SET role = 'Admin' WHERE id = $1`, [captain.id])
    await pool.query(
      `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [home.as(captain).actor!.sessionId, captain.id]
    )
    const player = home.as(captain, { role: 'Admin' })
    await refused(
      merge(home, game.id, suitcase, { teams: { [own]: team.participationId }, fingerprint }, player),
      'game.own_team',
      403
    )
    // Nothing is decided about the team by what the suitcase itself says.
    expect(
      await merge(home, game.id, suitcase, { teams: { [own]: 'new' }, fingerprint }, player)
    ).toBeGreaterThan(0)
  })

  it('that are new are made with the merge, not by a preview, and once', async () => {
    const away = await withNewcomer()
    const before = await counts(away.game.id)
    const { teams, preview: shown } = await preview(away)
    expect(teams[0]).toMatchObject({ own: away.own, how: 'new', here: null })
    expect(teams.slice(1).map(({ how }) => how)).toEqual(['pack', 'pack', 'pack'])
    expect(shown.effect.added).toBe(3)
    expect(await counts(away.game.id)).toEqual(before)
    await merge(home, away.game.id, away.suitcase, { fingerprint: away.fingerprint })
    const after = { teams: before.teams + 1, users: before.users + 1 }
    expect(await counts(away.game.id)).toEqual(after)
    expect((await preview(away)).teams.map(({ how }) => how)).toEqual([
      'before',
      'before',
      'before',
      'before'
    ])
    expect((await solvesOf(away.game.id)).length).toBe(3)
  })

  it('are found by their name, left out, or given by hand', async () => {
    const away = await withNewcomer('The Stowaways')
    const { id, captain } = await home.team()
    await home.stores.db.pool.query("UPDATE teams SET name = 'the stowaways' WHERE id = $1", [id])
    await home.services.participations.join(home.as(captain), away.game.id, { teamId: id })
    const { teams } = await preview(away)
    expect(teams[0]).toMatchObject({ own: away.own, how: 'name', here: { name: 'the stowaways' } })
    const skipped = await preview(away, { [away.own]: 'skip' })
    expect(skipped).toMatchObject({ left: { teams: 1 }, preview: { effect: { added: 2 } } })
    const taken = away.game.teams[2]!.participationId
    const chosen = await preview(away, { [away.own]: taken })
    const third = chosen.teams.find(({ own }) => own === away.away.teams[2]!.participationId)
    expect(chosen.teams.find(({ own }) => own === away.own)).toMatchObject({
      how: 'chosen',
      here: { participationId: taken }
    })
    expect(third?.how).toBe('new')
  })

  it.each([
    ['a team that is not there', { 999999: 'new' as const }],
    ['a team that is not here', 'nobody'],
    ['one team here twice', 'twice']
  ])('are refused for %s', async (_, given) => {
    const away = await withNewcomer()
    const { participationId } = away.game.teams[0]!
    const teams =
      typeof given === 'object'
        ? given
        : given === 'nobody'
          ? { [away.own]: 999_999 }
          : { [away.own]: participationId, [away.away.teams[1]!.participationId]: participationId }
    await refused(preview(away, teams), 'suitcase.match', 400)
  })

  it('that are off the board there bring nothing', async () => {
    const away = await played()
    await laptop.services.participations.setStatus(
      laptop.admin,
      away.away.teams[0]!.participationId,
      'Suspended'
    )
    await handIn(home, away.game.id, await resultsOf(laptop, away.away.id))
    const found = await preview(away)
    expect(found.teams[0]).toMatchObject({ name: away.away.teams[0]!.name, how: 'left' })
    expect(found).toMatchObject({ left: { teams: 1 }, preview: { effect: { added: 1 } } })
  })
})

describe('a file that is not what the other machine signed', () => {
  const lines = ({ results }: Away) => results.toString().trimEnd().split('\n')
  const joined = (all: string[]) => Buffer.from(`${all.join('\n')}\n`)
  const entryAt = (all: string[], seq: number) => all.findIndex((line) => line.startsWith(`{"seq":${seq},`))

  it.each([
    ['changed', (all: string[], at: number) => all.with(at, all[at]!.replace('admit', 'award'))],
    ['dropped', (all: string[], at: number) => all.toSpliced(at, 1)],
    ['doubled', (all: string[], at: number) => all.toSpliced(at, 0, all[at]!)],
    ['reordered', (all: string[], at: number) => all.toSpliced(at, 2, all[at + 1]!, all[at]!)]
  ])('is refused at the entry that was %s', async (what, change) => {
    const away = await played()
    const all = lines(away)
    const bad = change(all, entryAt(all, 5))
    const error = await refused(handIn(home, away.game.id, joined(bad)), 'suitcase.tampered', 400)
    expect(error.params).toEqual({ entry: what === 'doubled' ? 6 : 5 })
    const [view] = await home.services.suitcases.list(home.admin, away.game.id)
    expect(view!.received).toBeNull()
  })

  it('is refused when its end was cut off, or its teams were changed', async () => {
    const away = await played()
    const all = lines(away)
    await refused(handIn(home, away.game.id, joined(all.slice(0, -2))), 'suitcase.tampered')
    await refused(handIn(home, away.game.id, joined(all.slice(0, -1))), 'suitcase.tampered')
    await refused(
      handIn(home, away.game.id, away.results.subarray(0, away.results.length - 20)),
      'suitcase.unreadable'
    )
    const head = JSON.parse(all[0]!)
    const [first, second, third] = head.teams
    const teams = [{ ...first, home: second.home }, { ...second, home: first.home }, third]
    const swapped = JSON.stringify({ ...head, teams })
    await refused(handIn(home, away.game.id, joined(all.with(0, swapped))), 'suitcase.signature')
  })

  it.each([
    ['nothing', ''],
    ['words', 'results\n'],
    ['another JSON', '{"halyard":"ledger"}\n{}\n{}\n'],
    ['a list', '[]\n[]\n[]\n']
  ])('is refused when it is %s', async (_, text) => {
    const away = await played()
    await refused(
      handIn(home, away.game.id, Buffer.from(text)),
      text === '' ? 'file.empty' : 'suitcase.unreadable'
    )
  })

  it('is refused when another key signed all of it anew', async () => {
    const away = await played()
    await bring(away)
    const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: d!, x: x! }, format: 'jwk' })
    const publicKey = Buffer.from(x!, 'base64url').toString('base64')
    const signed = (text: string) => sign(null, Buffer.from(text), key).toString('base64')
    const all = lines(away).slice(0, -1)
    const head = { ...JSON.parse(all[0]!), publicKey }
    const ledger = { ...JSON.parse(all[1]!), publicKey }
    const end = JSON.parse(all.at(-1)!)
    const signature = signed(`HALYARD_LEDGER_${ledger.game}_${end.head.seq}_${end.head.hash}`)
    const beside = all.filter((line) => ['names', 'checkpoints'].some((name) => name in JSON.parse(line)))
    const outside = createHash('sha256')
      .update([JSON.stringify(ledger), ...beside].join('\n'))
      .digest('hex')
    const { seq, hash } = end.head
    const forged = all
      .with(0, JSON.stringify(head))
      .with(1, JSON.stringify(ledger))
      .with(
        -1,
        JSON.stringify({
          ...end,
          signature,
          outside: signed(outsideMessage(ledger.game, seq, hash, outside))
        })
      )
    const digest = createHash('sha256').update(joined(forged)).digest('hex')
    const last = JSON.stringify({ digest, signature: signed(resultsMessage(away.suitcase, digest)) })
    await refused(handIn(home, away.game.id, joined([...forged, last])), 'suitcase.other_key', 409)
  })

  it('is refused for another game, and when the ledger that was merged is not its beginning', async () => {
    const away = await played()
    const other = await played()
    await refused(handIn(home, other.game.id, away.results), 'suitcase.not_found', 404)
    await bring(away)
    await home.stores.db.pool.query("UPDATE suitcases SET merged_hash = '\\x00' WHERE id = $1", [
      away.suitcase
    ])
    await refused(handIn(home, away.game.id, away.results), 'suitcase.rewritten', 409)
  })
})

describe('who merges', () => {
  it('must show the fingerprint of the other machine once', async () => {
    const away = await played()
    await handIn(home, away.game.id, away.results)
    const before = await eventsOf(away.game.id)
    for (const fingerprint of [undefined, '', away.fingerprint.slice(5), 'x'])
      await refused(merge(home, away.game.id, away.suitcase, { fingerprint }), 'suitcase.fingerprint', 400)
    expect(await eventsOf(away.game.id)).toEqual(before)
    await merge(home, away.game.id, away.suitcase, { fingerprint: ` ${away.fingerprint.toUpperCase()} ` })
    const [view] = await home.services.suitcases.list(home.admin, away.game.id)
    const there = await readEntries(laptop.stores.db.pool, away.away.id, 0, 1000)
    expect(view).toMatchObject({ fingerprint: away.fingerprint, merged: there.length })
  })

  it('is an administrator or an owner with a fresh confirmation; nobody else packs, reads or merges', async () => {
    const away = await played()
    await handIn(home, away.game.id, away.results)
    const [owner, referee, player] = await home.users(3)
    const role = (member: typeof owner, name: 'owner' | 'referee') => {
      const ctx = home.as(member!)
      return { ...ctx, actor: { ...ctx.actor!, games: { [away.game.id]: name } } }
    }
    const { suitcases } = home.services
    for (const ctx of [role(referee, 'referee'), home.as(player!), home.as(null)]) {
      const status = ctx.actor ? 403 : 401
      const code = ctx.actor ? 'auth.forbidden' : 'auth.login_required'
      await refused(suitcases.pack(ctx, away.game.id, { people: true }), code, status)
      await refused(suitcases.list(ctx, away.game.id), code, status)
      await refused(handIn(home, away.game.id, away.results, ctx), code, status)
      await refused(merge(home, away.game.id, away.suitcase, {}, ctx), code, status)
      await refused(suitcases.results(ctx, away.game.id), code, status)
    }
    const ctx = role(owner, 'owner')
    const given = { fingerprint: away.fingerprint }
    await refused(merge(home, away.game.id, away.suitcase, given, ctx), 'account.confirm_needed', 403)
    await home.stores.db.pool.query(
      `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [ctx.actor.sessionId, owner!.id]
    )
    expect(await merge(home, away.game.id, away.suitcase, given, ctx)).toBe(1)
  })

  it('gets exactly the preview, and of two at once one', async () => {
    const away = await played()
    await handIn(home, away.game.id, away.results)
    const { suitcases } = home.services
    const { preview } = await suitcases.preview(home.admin, away.game.id, away.suitcase, {})
    const input = { reason: 'Both.', digest: preview.digest, fingerprint: away.fingerprint }
    const twice = [1, 2].map(() => suitcases.merge(home.admin, away.game.id, away.suitcase, input))
    const { done, codes } = await outcomes(twice)
    expect([done, codes]).toEqual([1, ['correction.moved_on']])
    expect((await solvesOf(away.game.id)).length).toBe(2)
    await refused(merge(home, away.game.id, away.suitcase), 'correction.nothing')
  })

  it('waits while answers here have no verdict', async () => {
    const away = await played()
    await handIn(home, away.game.id, away.results)
    await home.stores.db.pool.query(
      `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, submitted_at) VALUES ($1, $2, $3, 'x', now())`,
      [away.game.id, away.game.challenges[0]!.id, away.game.teams[0]!.participationId]
    )
    await refused(merge(home, away.game.id, away.suitcase), 'suitcase.waiting', 409)
  })
})
