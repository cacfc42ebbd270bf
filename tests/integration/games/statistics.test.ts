import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

it('statistics count solves on the board, at the times of the answers', async () => {
  const { db } = domain.stores
  const divisions = ['A', 'A', 'B', null]
  const game = await playGame(db, {
    teams: 4,
    challenges: 2,
    startsIn: -HOUR_MS,
    endsIn: HOUR_MS,
    divisionOf: (place) => divisions[place] ?? null
  })
  const [first, second] = [game.challenges[0]!, game.challenges[1]!]
  const { rows } = await db.pool.query('SELECT start_at FROM games WHERE id = $1', [game.id])
  const start = (rows[0].start_at as Date).getTime()
  const sent = (team: number, minutes: number, answer?: string, challenge = first) => ({
    team: game.teams[team]!,
    challenge,
    at: start + minutes * MINUTE_MS,
    ...(answer && { answer })
  })
  await sendFlags(db, game, [
    sent(0, 1, 'flag{no}'),
    sent(1, 2),
    sent(0, 3),
    sent(2, 10),
    sent(3, 20),
    sent(3, 21)
  ])
  while ((await judge(db, game.id)).rows.length > 0);
  // Off the board, its solves do not count.
  await db.pool.query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, [
    game.teams[3]!.participationId
  ])

  const { statistics } = domain.services
  const found = await statistics.of(domain.admin, game.id)
  expect(found).toMatchObject({ teams: 3, scoring: 3, solves: 3, attempts: 6 })
  const minutes = (count: number) => count * MINUTE_MS
  expect(found.challenges.find(({ id }) => id === first.id)).toMatchObject({
    ...{ solves: 3, attempts: 6, share: 1, median: minutes(3) },
    firstBlood: { id: game.teams[1]!.teamId, team: game.teams[1]!.name, after: minutes(2) }
  })
  expect(found.challenges.find(({ id }) => id === second.id)).toMatchObject({
    ...{ solves: 0, attempts: 0, share: 0, median: null, firstBlood: null }
  })
  // In steps of two minutes; the team off the board solved it in the eleventh.
  const over = found.challenges.find(({ id }) => id === first.id)!.over
  expect([over.length, over.slice(0, 11)]).toEqual([60, [0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0]])
  expect(found.categories).toEqual([
    { category: 'Misc', customCategory: null, challenges: 2, unsolved: 1, solves: 3, attempts: 6 }
  ])
  expect(found.divisions).toEqual([
    { division: 'A', teams: 2, scoring: 2, solves: 2 },
    { division: 'B', teams: 1, scoring: 1, solves: 1 }
  ])
  // Teams 1 and 0 solved it in the second step, team 2 in the sixth; the second challenge is nobody's.
  const { best, quarter, half, solved } = found.progress
  expect([best.length, best.slice(0, 3), best.at(-1)]).toEqual([60, [0, 1, 1], 1])
  expect([quarter.slice(0, 3), half.slice(0, 3)]).toEqual([
    [0, 1, 1],
    [0, 1, 1]
  ])
  expect(solved).toEqual([0, 3, 0])
  const { right, wrong, step } = found.activity
  expect(step).toBe(minutes(2))
  expect([right.slice(0, 6), wrong[0]]).toEqual([[0, 2, 0, 0, 0, 1], 1])
  expect(right[10]).toBe(2)
})

it('statistics are for staff while the game runs or its board is frozen', async () => {
  const game = await playGame(domain.stores.db)
  const { statistics, freezing, games } = domain.services
  const [user] = await domain.users(1)
  await refused(statistics.of(domain.as(null), game.id), 'statistics.not_public', 403)
  await refused(statistics.of(domain.as(user!), game.id), 'statistics.not_public', 403)
  expect((await statistics.of(domain.as(user!, { role: 'Monitor' }), game.id)).teams).toBe(3)
  await freezing.set(domain.admin, game.id, 'now')
  await games.update(domain.admin, game.id, { end: new Date() })
  await refused(statistics.of(domain.as(null), game.id), 'statistics.not_public', 403)
  await freezing.reveal(domain.admin, game.id)
  expect((await statistics.of(domain.as(null), game.id)).teams).toBe(3)
})

it('answers of practice are no answers of the game, in its statistics and above the list of submissions', async () => {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 2, challenges: 1, startsIn: -7_200_000, endsIn: -HOUR_MS })
  const [challenge] = game.challenges as [(typeof game.challenges)[0]]
  const [one, other] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
  const end = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS
  await sendFlags(db, game, [
    { team: one, challenge, at: end - 60_000 },
    { team: other, challenge, at: end + 60_000 },
    { team: other, challenge, at: end + 120_000, answer: 'flag{no}' }
  ])
  while ((await judge(db, game.id)).rows.length > 0);
  const { statistics, monitoring } = domain.services
  expect(await statistics.of(domain.admin, game.id)).toMatchObject({ solves: 1, attempts: 1 })
  const filter = { search: '' }
  const list = await monitoring.submissions(domain.admin, game.id, filter, { count: 10, skip: 0 })
  expect(list.map(({ team, status, late }) => [team, status, late])).toEqual([
    [other.name, 'WrongAnswer', true],
    [other.name, 'Accepted', true],
    [one.name, 'Accepted', false]
  ])
  const head = await monitoring.head(game.id)
  for (const given of [filter, { ...filter, challenge: challenge.id }]) {
    const { verdicts } = await monitoring.figures(domain.admin, game.id, given, head)
    expect(verdicts).toMatchObject({ Accepted: 1, WrongAnswer: 0 })
  }
})

it('practice is counted once for all who watch, and what came since by each; a granted answer is none of it', async () => {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 2, challenges: 1, startsIn: -7_200_000, endsIn: -HOUR_MS })
  const [challenge] = game.challenges as [(typeof game.challenges)[0]]
  const [one, other] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
  const end = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS
  const send = async (...sent: Parameters<typeof sendFlags>[2]) => {
    const ids = await sendFlags(db, game, sent)
    while ((await judge(db, game.id)).rows.length > 0);
    return ids
  }
  const wrong = { challenge, answer: 'flag{no}' }
  await send({ team: one, challenge, at: end - 60_000 }, { team: one, ...wrong, at: end - 50_000 })
  const ids = await send(
    ...[1, 2, 3].map((minute) => ({ team: other, ...wrong, at: end + minute * MINUTE_MS }))
  )
  const { statistics, monitoring } = domain.services
  const at = async (cursor: Awaited<ReturnType<typeof monitoring.head>>, given = {}) => {
    const filter = { search: '', ...given }
    const { verdicts } = await monitoring.figures(domain.admin, game.id, filter, cursor)
    return [verdicts.Accepted, verdicts.WrongAnswer]
  }
  await db.pool.query(`UPDATE submissions SET ruling = 'granted' WHERE id = $1`, [ids[0]])
  // In the game, in practice before the end of what was counted, and after it.
  const early = { at: end - 55_000, submission: 0, event: 0, late: 0 }
  const between = { at: end + 90_000, submission: 0, event: 0, late: 0 }
  const head = await monitoring.head(game.id)
  for (const [cursor, expected] of [
    [head, [1, 2]],
    [between, [1, 2]],
    [early, [1, 0]]
  ] as const)
    expect(await at(cursor)).toEqual(expected)
  await send({ team: other, ...wrong }, { team: other, challenge })
  const now = await monitoring.head(game.id)
  for (const [cursor, given] of [[now], [head], [now, { challenge: challenge.id }]] as const)
    expect(await at(cursor, given)).toEqual([1, 2])
  const list = await domain.services.challenges.editList(domain.admin, game.id)
  expect([(await statistics.of(domain.admin, game.id)).attempts, list[0]!.attempts]).toEqual([3, 3])
  // By nobody but this test, so nothing tells of it: only who counts all of practice anew would see it.
  await db.pool.query(`UPDATE submissions SET ruling = 'granted' WHERE id = $1`, [ids[1]])
  expect(await at(now)).toEqual([1, 2])
})
