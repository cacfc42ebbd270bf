import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { playGame, sendFlags } from '../../support/fixtures'
import { runScoring } from '../../support/scoring/scoring'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

it('the watch has the figures of the game, reports a standstill after minutes, and its end after one verdict', async () => {
  const { db } = domain.stores
  const { watching } = domain.services
  const game = await playGame(db, {
    teams: 2,
    challenges: 2,
    startsIn: -120 * MINUTE_MS,
    endsIn: 60 * MINUTE_MS
  })
  const [first, second] = [game.challenges[0]!, game.challenges[1]!]
  const ago = (minutes: number) => Date.now() - minutes * MINUTE_MS
  const wrong = Array.from({ length: 10 }, (_, place) => ({
    ...{ team: game.teams[1]!, challenge: second, answer: `flag{no ${place}}`, at: ago(30) + place }
  }))
  await sendFlags(db, game, [{ team: game.teams[0]!, challenge: first, at: ago(20) }, ...wrong])
  while ((await judge(db, game.id)).rows.length > 0);
  await sendFlags(db, game, [{ team: game.teams[0]!, challenge: second, at: ago(3) }])

  await refused(watching.of({ ...domain.admin, actor: null }, game.id), 'auth.login_required', 401)
  const found = await watching.of(domain.admin, game.id)
  expect(found.verdict).toBe('stopped')
  expect(found.matters[0]).toMatchObject({ key: 'judge', count: 1, takenBy: null })
  expect(found.health.find(({ name }) => name === 'scoring')).toMatchObject({ state: 'bad' })
  expect(found.unsolved).toMatchObject({ total: 1, rows: [{ id: second.id, attempts: 10 }] })
  expect(found.stuck).toMatchObject({ total: 1, rows: [{ name: game.teams[1]!.name, wrong: 10 }] })
  expect(found.bloods).toMatchObject([{ team: game.teams[0]!.name, challenge: first.title }])
  const sent = found.tiles.find(({ name }) => name === 'submissions')!
  expect(sent.line.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(12)

  await watching.take(domain.admin, game.id, 'judge')
  await refused(watching.take(domain.admin, game.id, 'backup'), 'watch.matter_closed', 404)
  await expect
    .poll(async () => (await watching.of(domain.admin, game.id)).matters[0]?.takenBy)
    .toEqual(expect.any(String))
  expect((await watching.of(domain.admin, game.id)).actions[0]).toMatchObject({
    action: 'watch_matter_taken'
  })
})

it('the watch tells which staff was on the platform within three minutes, and names no player', async () => {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 1, challenges: 1 })
  const [referee, other, elsewhere, gone] = await domain.users(4)
  const monitors = await domain.users(2, 'Monitor')
  const visited = (ids: (string | undefined)[], seconds: number) =>
    db.pool.query(
      `UPDATE users SET last_visited_at = now() - $2 * interval '1 second' WHERE id = ANY($1::uuid[])`,
      [ids, seconds]
    )
  const player = game.teams[0]!.members[0].id
  await visited([player, elsewhere!.id, monitors[0]!.id], 5)
  await visited([referee!.id], 100)
  await visited([other!.id, monitors[1]!.id], 200)
  await visited([gone!.id], 1)
  await db.pool.query('UPDATE users SET active = false WHERE id = $1', [gone!.id])
  for (const { id } of [referee!, other!, gone!])
    await db.pool.query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'referee', now())`,
      [game.id, id]
    )
  const { here } = await domain.services.watching.of(domain.admin, game.id)
  expect(here).toEqual({
    total: 2,
    rows: [monitors[0]!, referee!].map(({ name }) => ({ name, avatar: null }))
  })
})

it('the watch tells the end that is announced, and apart from it the end of extra time, which players are not told', async () => {
  const { db } = domain.stores
  const { watching, extraTimes } = domain.services
  const game = await playGame(db, {
    teams: 2,
    challenges: 1,
    startsIn: -60 * MINUTE_MS,
    endsIn: 60 * MINUTE_MS
  })
  const ends = async () =>
    (await watching.of(domain.admin, game.id)).coming.filter(({ what }) => what === 'end' || what === 'extra')
  const [end, ...more] = await ends()
  expect(more).toEqual([])
  await extraTimes.give(domain.admin, game.id, game.teams[0]!.participationId, {
    minutes: 30,
    reason: 'A screen reader'
  })
  await expect
    .poll(async () => (await ends()).map(({ what, at }) => [what, at - end!.at]), { timeout: 10_000 })
    .toEqual([
      ['end', 0],
      ['extra', 30 * MINUTE_MS]
    ])
})

it('the watch has the live connections of the game alone, of all scoring processes together', async () => {
  const { watching } = domain.services
  const plan = { teams: 1, challenges: 1, startsIn: -120 * MINUTE_MS, endsIn: 60 * MINUTE_MS }
  const { db, redis } = domain.stores
  const [game, other] = [await playGame(db, plan), await playGame(db, plan)]
  const processes = [await runScoring(domain.stores), await runScoring(domain.stores)]
  const open = (place: number, auth: object) =>
    io(`${processes[place]!.url}/game`, { auth, transports: ['websocket'], forceNew: true })
  const sockets = [
    open(0, { game: game.id }),
    open(0, { game: game.id, newsOnly: true }),
    open(1, { game: game.id }),
    open(1, { game: other.id })
  ]
  try {
    const tile = async () =>
      (await watching.of(domain.admin, game.id)).tiles.find(({ name }) => name === 'sockets')!
    await expect.poll(async () => (await tile()).value, { timeout: 30_000 }).toBe(3)
    const earlier = Math.floor(Date.now() / MINUTE_MS) - 30
    await redis.hSet(`halyard:sockets:${game.id}:${Math.floor(earlier / 60)}`, {
      [`${earlier}:a`]: 40,
      [`${earlier}:b`]: 2
    })
    await expect.poll(async () => (await tile()).line, { timeout: 10_000 }).toContain(42)
  } finally {
    for (const socket of sockets) socket.close()
    for (const process of processes) await process.close()
  }
})

it('a team that sends flags by a program, and visits no page, is not away', async () => {
  const { db } = domain.stores
  const game = await playGame(db, {
    teams: 3,
    challenges: 1,
    startsIn: -300 * MINUTE_MS,
    endsIn: 60 * MINUTE_MS
  })
  const [now, before, never] = game.teams
  const challenge = game.challenges[0]!
  const longAgo = Date.now() - 90 * MINUTE_MS
  await sendFlags(db, game, [
    { team: now!, challenge, at: Date.now() - 10 * MINUTE_MS },
    { team: before!, challenge, at: longAgo }
  ])
  const { idle } = await domain.services.watching.of(domain.admin, game.id)
  expect(idle.total).toBe(2)
  expect(new Map(idle.rows.map(({ name, seenAt }) => [name, seenAt]))).toEqual(
    new Map([
      [before!.name, longAgo],
      [never!.name, null]
    ])
  )
})

it('a team is away when nobody of it was there for an hour, and none is in the first hour of a game', async () => {
  const { watching } = domain.services
  const { db } = domain.stores
  const plan = { teams: 4, challenges: 1, endsIn: 60 * MINUTE_MS }
  const seen = (user: string, minutes: number) =>
    db.pool.query(`UPDATE users SET last_visited_at = now() - make_interval(mins => $2) WHERE id = $1`, [
      user,
      minutes
    ])
  const awayIn = async (startsIn: number) => {
    const game = await playGame(db, { ...plan, membersEach: 2, startsIn })
    const [here, gone, longer, never] = game.teams
    for (const [team, one, two] of [
      [here, 59, 300],
      [gone, 90, 61],
      [longer, 500, 400]
    ] as const) {
      await seen(team!.members[0].id, one)
      await seen(team!.members[1]!.id, two)
    }
    const { idle } = await watching.of(domain.admin, game.id)
    return {
      names: idle.rows.map(({ name }) => name),
      expected: [gone, longer, never].map((team) => team!.name),
      idle
    }
  }
  const { names, expected, idle } = await awayIn(-120 * MINUTE_MS)
  expect(names).toEqual(expected)
  expect(idle.total).toBe(3)
  expect(idle.rows.map(({ seenAt }) => seenAt === null)).toEqual([false, false, true])
  expect((await awayIn(-50 * MINUTE_MS)).idle).toEqual({ rows: [], total: 0 })
})
