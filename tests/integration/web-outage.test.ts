import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../support/client'
import { playGame } from '../support/fixtures'
import { type Breakable, breakable } from '../support/outage'
import { type Platform, startPlatform } from '../support/platform'

let platform: Platform
let postgres: Breakable

beforeAll(async () => {
  platform = await startPlatform(7, async ({ databaseUrl }) => {
    postgres = await breakable(databaseUrl)
    return { DATABASE_URL: postgres.url }
  })
})
afterAll(async () => {
  await platform.close()
  await postgres.close()
})

/** The cookie of a new session, without the cost of a login. */
async function sessionOf(userId: string): Promise<string> {
  const secret = randomBytes(20).toString('hex')
  await platform.stores.db.pool.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '7 days')`,
    [createHash('sha256').update(secret).digest('hex'), userId]
  )
  return `halyard_session=${secret}`
}

it('asks players and scripts to come back while Postgres is away, and takes their flags when it is back', async () => {
  const game = await playGame(platform.stores.db, { teams: 2, challenges: 1 })
  const [challenge] = game.challenges
  const player = new Client(platform.url)
  player.cookie = await sessionOf(game.teams[0]!.members[0].id)
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

  await postgres.cut()
  // Again with a session that no cache knows: refused before the call begins.
  for (const session of [cookie, await sessionOf(game.teams[1]!.members[0].id)]) {
    player.cookie = session
    const { status, body, headers } = await flag()
    expect([status, body.status, headers.get('retry-after')]).toEqual([503, 503, '1'])
    expect(body.title).toMatch(/busy/)
  }
  const page = await player.call<string>('GET', '/Teams', undefined, { Accept: 'text/html' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])

  expect(await health()).toEqual([503, 'text/plain; charset=utf-8', 'Unhealthy: database unreachable'])

  await postgres.mend()
  player.cookie = cookie
  await expect.poll(async () => (await flag()).status, { timeout: 10_000 }).toBe(200)
})
