import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { clientOf, type OwnStores, openOwnStores } from '../../support/stores/own-stores'

/** Longest time of a board, in milliseconds. */
const MOST = 2000

let own: OwnStores
let platform: Platform
let game: PlayedGame
let unread: PlayedGame

beforeAll(async () => {
  own = await openOwnStores()
  platform = await startPlatform({ DATABASE_URL: own.databaseUrl, REDIS_URL: own.redisUrl })
  game = await playGame(own.db, { teams: 3, challenges: 2 })
  unread = await playGame(own.db, { teams: 2, challenges: 1 })
})
afterAll(async () => {
  await platform?.close()
  await own?.close()
})

const visitor = () => new Client(platform.url)

/** Requests a board; returns solved counts by team and its age. */
async function board({ id }: PlayedGame) {
  const begun = performance.now()
  const { status, body, headers } = await visitor().call<Scoreboard>('GET', `/api/game/${id}/scoreboard`)
  expect(performance.now() - begun).toBeLessThan(MOST)
  expect(status).toBe(200)
  const age = headers.get('age')
  return { solved: (team: number) => body.items.find((one) => one.id === team)?.solvedCount, age }
}

/** The age of the board on the page; null: not shown. */
async function ageOnPage({ id }: PlayedGame): Promise<string | null> {
  const begun = performance.now()
  const { status, body } = await visitor().call<string>('GET', `/games/${id}/Scoreboard`)
  expect(performance.now() - begun).toBeLessThan(MOST)
  expect(status).toBe(200)
  return /Live updates are interrupted[^<]*/.exec(body)?.[0] ?? null
}

it('boards stay fast, show their age and count solves while Redis hangs', async () => {
  const [team, second] = game.teams
  const [challenge] = game.challenges
  const player = await clientOf(own.db, platform.url, team!.members[0].id)
  const other = await clientOf(own.db, platform.url, second!.members[0].id)
  const path = `/api/game/${game.id}/challenges/${challenge!.id}`
  await expect.poll(async () => (await board(game)).solved(team!.teamId)).toBe(0)
  expect((await board(game)).age).toBeNull()
  expect(await ageOnPage(game)).toBeNull()

  const letRedisGoOn = own.hang('redis')
  const id = await player.ok<number>('POST', path, { flag: challenge!.flag })
  // Neither memory nor Redis has this one.
  expect((await board(unread)).solved(unread.teams[0]!.teamId)).toBe(0)
  await expect.poll(() => player.ok('GET', `${path}/status/${id}`), { timeout: 5000 }).toBe('Accepted')
  await expect.poll(async () => (await board(game)).solved(team!.teamId), { timeout: 5000 }).toBe(1)
  expect(Number((await board(game)).age)).toBeLessThanOrEqual(2)
  expect(await ageOnPage(game)).toMatch(/ \d\d:\d\d:\d\d UTC \([0-2] s ago\)/)
  const part = await visitor().call('GET', `/api/game/${game.id}/scoreboard/page`)
  expect([part.status, part.headers.has('age')]).toEqual([200, true])
  await other.ok('POST', path, { flag: challenge!.flag })

  letRedisGoOn()
  await expect.poll(async () => (await board(game)).age).toBeNull()
  await expect.poll(async () => (await board(game)).solved(second!.teamId)).toBe(1)
  // Visitors share a page for a second.
  await expect.poll(() => ageOnPage(game)).toBeNull()
  const { rows } = await own.db.pool.query('SELECT FROM solves WHERE game_id = $1', [game.id])
  expect(rows).toHaveLength(2)
})
