import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDatabase, REQUEST_TIMEOUTS } from '~/server/db'
import { isStoreAway } from '~/server/platform/errors'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { clientOf, type OwnStores, openOwnStores } from '../../support/stores/own-stores'

/** Timeout of every request, in milliseconds. */
const MOST = 10_000

let own: OwnStores
let platform: Platform
let game: PlayedGame

beforeAll(async () => {
  own = await openOwnStores()
  platform = await startPlatform({ DATABASE_URL: own.databaseUrl, REDIS_URL: own.redisUrl })
  game = await playGame(own.db, { teams: 4, challenges: 2 })
})
/** Continues the stopped store, also after a failed test. */
let goOn = () => {}
afterEach(() => goOn())
afterAll(async () => {
  await platform?.close()
  await own?.close()
})

async function timed<T>(work: Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now()
  const result = await work
  return { ms: performance.now() - begun, result }
}

it('every request gets a reply within ten seconds while Postgres hangs, and works again by itself', async () => {
  const players = await Promise.all(
    game.teams.map(({ members }) => clientOf(own.db, platform.url, members[0].id))
  )
  const outsider = await clientOf(own.db, platform.url, game.teams[0]!.members[0].id)
  const [challenge, other] = game.challenges
  const path = `/api/game/${game.id}/challenges/${challenge!.id}`
  const flag = (who: (typeof players)[number]) =>
    who.call<{ title: string; status: number }>('POST', path, { flag: challenge!.flag })
  expect((await flag(players[0]!)).status).toBe(200)
  const html = { Accept: 'text/html' }

  goOn = own.hang('postgres')
  // More than the pool has connections, so that some wait for one.
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => players.map((player) => timed(flag(player)))).flat()
  )
  for (const { ms, result } of asked) {
    expect(ms).toBeLessThan(MOST)
    expect([result.status, result.body.status, result.headers.get('retry-after')]).toEqual([503, 503, '1'])
    expect(result.body.title).toMatch(/busy/)
  }
  // Now Postgres is known to hang, so no request waits.
  const known = await Promise.all([
    timed(flag(players[1]!)),
    timed(outsider.call('GET', '/Teams', undefined, html)),
    timed(outsider.call('GET', `/games/${game.id}`, undefined, html)),
    timed(outsider.call('GET', '/api/team')),
    timed(new Client(platform.url).call('GET', '/posts', undefined, html))
  ])
  for (const { ms, result } of known) {
    expect(ms).toBeLessThan(2000)
    expect(result.status).toBe(503)
    // Longer than a second when pages are refused too, because many waited for a connection.
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  for (const place of [1, 2, 4]) expect(known[place]!.result.body).toContain('The server is busy.')
  expect((await fetch(`${platform.url}/livez`)).status).toBe(200)

  goOn()
  const { ms } = await timed(expect.poll(async () => (await flag(players[2]!)).status).toBe(200))
  expect(ms).toBeLessThan(5000)
  // Judging works again too.
  const sent = await players[3]!.ok<number>('POST', `/api/game/${game.id}/challenges/${other!.id}`, {
    flag: other!.flag
  })
  await expect
    .poll(() => players[3]!.ok('GET', `/api/game/${game.id}/challenges/${other!.id}/status/${sent}`))
    .toBe('Accepted')
})

it('long statements are cancelled while Postgres hangs, and not while they are only slow', async () => {
  const heard: boolean[] = []
  const timeouts = { ...REQUEST_TIMEOUTS, lock: 300, statement: 600, silence: 3000 }
  const db = createDatabase(own.databaseUrl, { max: 2, timeouts, onResponds: (it) => heard.push(it) })
  try {
    const slow = (ms: number, long: boolean) =>
      db.transaction((tx) => tx.query(`SELECT pg_sleep(${ms / 1000})`), { long })
    const late = await slow(1500, false).catch((error) => error)
    expect(isStoreAway(late)).toBe(true)
    // Longer than both limits.
    await slow(4000, true)
    await db.pool.query('CREATE TABLE held (id int)')
    await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE held')
      expect(isStoreAway(await db.pool.query('SELECT FROM held').catch((error) => error))).toBe(true)
    })
    expect(heard).toEqual([])

    goOn = own.hang('postgres')
    const { ms, result } = await timed(slow(60_000, true).catch((error) => error))
    expect(isStoreAway(result)).toBe(true)
    expect(ms).toBeLessThan(6000)
    goOn()
    await expect
      .poll(() =>
        db.pool.query('SELECT 1').then(
          () => true,
          () => false
        )
      )
      .toBe(true)
    expect(heard).toEqual([false, true])
  } finally {
    await db.close()
  }
})
