import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { playGame, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { type BreakableStore, breakable } from '../../support/stores/outage'

let platform: Platform
let postgres: BreakableStore
let redis: BreakableStore

beforeAll(async () => {
  platform = await startPlatform(async ({ databaseUrl, redisUrl }) => {
    postgres = await breakable(databaseUrl)
    redis = await breakable(redisUrl)
    return { DATABASE_URL: postgres.url, REDIS_URL: redis.url, HALYARD_RATE_LIMITS: 'on' }
  })
})
afterAll(async () => {
  await platform.close()
  await postgres.close()
  await redis.close()
})

const WITHIN_RATES = { interval: 250 }

const probe = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${platform.url}${path}`, { headers })
  return [answer.status, await answer.text()] as const
}

it('players and scripts are asked to retry while Postgres is away, and their flags are accepted afterwards', async () => {
  const game = await playGame(platform.stores.db, { teams: 2, challenges: 1 })
  const [challenge] = game.challenges
  const player = new Client(platform.url)
  player.cookie = await sessionOf(platform, game.teams[0]!.members[0])
  const flag = () =>
    player.call<{ title: string; status: number }>(
      'POST',
      `/api/game/${game.id}/challenges/${challenge!.id}`,
      { flag: challenge!.flag }
    )
  expect((await flag()).status).toBe(200)
  const health = async () => {
    const answer = await fetch(`${platform.url}/healthz`)
    return [answer.status, answer.headers.get('content-type'), await answer.text()]
  }
  expect(await health()).toEqual([200, 'text/plain; charset=utf-8', 'Healthy'])
  const { cookie } = player
  expect((await probe('/readyz'))[0]).toBe(200)
  expect((await probe('/readyz'))[1]).toMatch(
    /^Ready\ndatabase: ok\nredis: ok\ndisk: \d+ MiB left\njudge: 0 s behind\n$/
  )
  // Other addresses get only the word.
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])
    expect(await probe('/readyz', { [name]: '127.0.0.1' })).toEqual([200, 'Ready'])

  await postgres.cut()
  // Also with a session in no cache: refused before the call begins.
  for (const session of [cookie, await sessionOf(platform, game.teams[1]!.members[0])]) {
    player.cookie = session
    const { status, body, headers } = await flag()
    expect([status, body.status, headers.get('retry-after')]).toEqual([503, 503, '1'])
    expect(body.title).toMatch(/busy/)
  }
  const page = await player.call<string>('GET', '/Teams', undefined, { Accept: 'text/html' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])

  expect(await health()).toEqual([503, 'text/plain; charset=utf-8', 'Unhealthy: database unreachable'])
  const asked = { 'X-Forwarded-For': '203.0.113.1' }
  await expect.poll(() => probe('/readyz', asked)).toEqual([503, 'Not ready'])
  expect(await probe('/livez')).toEqual([200, 'Alive'])

  await postgres.mend()
  player.cookie = cookie
  await expect.poll(async () => (await flag()).status).toBe(200)
})

it.each([
  ['has no room', '53100'],
  ['may only be read from', '25006']
])('players are asked to retry while Postgres %s', async (_case, state) => {
  const { db } = platform.stores
  const game = await playGame(db, { teams: 1, challenges: 1 })
  const [challenge] = game.challenges
  const player = new Client(platform.url)
  player.cookie = await sessionOf(platform, game.teams[0]!.members[0])
  const flag = () =>
    player.call('POST', `/api/game/${game.id}/challenges/${challenge!.id}`, { flag: challenge!.flag })
  await db.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'no' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER refused BEFORE INSERT ON submissions EXECUTE FUNCTION refuse()`)
  try {
    const { status, headers } = await flag()
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  } finally {
    await db.pool.query('DROP FUNCTION refuse CASCADE')
  }
  expect((await flag()).status).toBe(200)
})

it('players log in, sign up, read and play while Redis is away, and all of it is visible afterwards', async () => {
  const game = await (await Organiser.of(platform)).game({
    challenges: [{ title: 'Bail' }, { title: 'Row' }]
  })
  const player = new Client(platform.url)
  await player.register('castaway')
  const team = await player.ok<{ id: number }>('POST', '/api/team', { name: 'Raft' })
  const path = (place: number) => `/api/game/${game.id}/challenges/${game.challenges[place]!.id}`

  await redis.cut()
  // Flags are accepted without Redis, so a proxy must still send players here.
  await expect.poll(() => probe('/readyz')).toEqual([200, expect.stringContaining('redis: unreachable')])
  expect((await probe('/healthz'))[0]).toBe(503)
  const again = new Client(platform.url)
  await again.login('castaway', 'a pass word')
  await again.ok('POST', `/api/game/${game.id}`, { teamId: team.id })
  const id = await again.ok<number>('POST', path(0), { flag: game.challenges[0]!.flag })
  await expect.poll(() => again.ok('GET', `${path(0)}/status/${id}`), WITHIN_RATES).toBe('Accepted')
  for (const page of ['/', '/games', `/games/${game.id}`, `/games/${game.id}/Challenges`, '/Teams'])
    expect([page, (await again.call('GET', page)).status]).toEqual([page, 200])
  // The last board that was read, or 503 with Retry-After.
  expect([200, 503]).toContain((await again.call('GET', `/api/game/${game.id}/scoreboard`)).status)
  // A session that ends now is over at once, although no process can be notified.
  await again.ok('POST', '/api/account/logout')
  expect((await again.call('GET', '/api/account/profile')).status).toBe(401)

  await redis.mend()
  const solved = async () => {
    const { status, body } = await player.call<{ items: { solvedCount: number; name: string }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    return status === 200 && body.items.find(({ name }) => name === 'Raft')?.solvedCount
  }
  await expect.poll(solved, WITHIN_RATES).toBe(1)
  await player.ok('POST', path(1), { flag: game.challenges[1]!.flag })
  await expect.poll(solved, WITHIN_RATES).toBe(2)
})
