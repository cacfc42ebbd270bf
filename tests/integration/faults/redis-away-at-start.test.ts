import { afterAll, beforeAll, expect, it } from 'vitest'
import { INVALIDATE_CHANNEL } from '~/server/platform/cache'
import { channelOf } from '~/server/platform/redis'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { type BreakableStore, breakable } from '../../support/stores/outage'
import { clientOf } from '../../support/stores/own-stores'

let way: BreakableStore
let platform: Platform
let game: PlayedGame

beforeAll(async () => {
  platform = await startPlatform(async ({ redisUrl }) => {
    way = await breakable(redisUrl)
    return { REDIS_URL: way.url }
  })
  game = await playGame(platform.stores.db, { teams: 2, challenges: 1 })
})
afterAll(async () => {
  await way?.mend()
  await platform?.close()
  await way?.close()
})

const health = async () => (await fetch(`${platform.url}/healthz`)).status

it('a web process that starts while Redis is away takes flags, and is whole once Redis is back', async () => {
  const { db } = platform.stores
  const [team] = game.teams
  const [challenge] = game.challenges
  const player = await clientOf(db, platform.url, team!.members[0].id)
  await way.cut()
  await platform.restart('web', {}, false)
  expect(await health()).toBe(503)
  const path = `/api/game/${game.id}/challenges/${challenge!.id}`
  const id = await player.ok<number>('POST', path, { flag: challenge!.flag })
  const { rows } = await db.pool.query('SELECT answer FROM submissions WHERE id = $1', [id])
  expect(rows).toEqual([{ answer: challenge!.flag }])
  expect((await fetch(`${platform.url}/games/${game.id}`)).status).toBe(200)
  await expect.poll(() => player.ok('GET', `${path}/status/${id}`)).toBe('Accepted')

  await way.mend()
  await expect.poll(health).toBe(200)
  // Its caches hear of what another process changes.
  const { id: user } = team!.members[0]
  const { redis } = platform.stores
  expect((await player.call('GET', path)).status).toBe(200)
  await db.pool.query(`UPDATE users SET active = false WHERE id = $1`, [user])
  await redis.publish(channelOf(redis, INVALIDATE_CHANNEL), JSON.stringify({ tags: [`user:${user}`] }))
  await expect.poll(async () => (await player.call('GET', path)).status).not.toBe(200)
})
