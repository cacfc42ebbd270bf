import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoardReader, createBoardReader, type Scoreboard } from '~/scoring'
import { createRedis, type Redis } from '~/server/platform/redis'
import { type PlayedGame, playGame, sendFlags } from '../support/fixtures'
import { type Breakable, breakable } from '../support/outage'
import { foldedBoard, type RunningScoring, runScoring, watchGame } from '../support/scoring'
import { openStores, type Stores } from '../support/stores'
import { until } from '../support/until'

let stores: Stores
let redisWay: Breakable
let postgresWay: Breakable
let scoring: RunningScoring
let reader: BoardReader
let redis: Redis

beforeAll(async () => {
  stores = await openStores()
  redisWay = await breakable(stores.redisUrl)
  postgresWay = await breakable(stores.databaseUrl)
  scoring = await runScoring({ ...stores, redisUrl: redisWay.url, databaseUrl: postgresWay.url })
  redis = await createRedis(redisWay.url, stores.log)
  reader = await createBoardReader({ redis, log: stores.log })
})
afterAll(async () => {
  await redisWay?.mend()
  await postgresWay?.mend()
  await reader?.close()
  redis?.destroy()
  await scoring?.close()
  await redisWay?.close()
  await postgresWay?.close()
  await stores?.close()
})

const timeless = ({ updateTimeUtc, ...board }: Scoreboard) => board
const solve = (game: PlayedGame, challenge: number) =>
  sendFlags(
    stores.db,
    game,
    game.teams.map((team) => ({ team, challenge: game.challenges[challenge]! }))
  )
const solves = async (game: PlayedGame) =>
  (await stores.db.pool.query('SELECT FROM solves WHERE game_id = $1', [game.id])).rows.length

const shown = async (game: PlayedGame) => timeless((await reader.snapshot(game.id)).view())
const settled = (game: PlayedGame) =>
  until(async () => {
    expect(await shown(game)).toEqual(timeless(await foldedBoard(stores, game.id)))
    return true
  })

it('goes on judging and telling while Redis is away, and the last board stays readable', async () => {
  const game = await playGame(stores.db, { teams: 5, challenges: 3 })
  const unread = await playGame(stores.db)
  await solve(game, 0)
  await until(async () => (await solves(game)) === 5)
  await settled(game)
  const { seq } = await reader.snapshot(game.id)
  const viewer = await watchGame(scoring.url, { game: game.id, seq })

  await redisWay.cut()
  await solve(game, 1)
  await until(async () => (await solves(game)) === 10)
  await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 5)
  expect(viewer.of('notice')).toHaveLength(3)
  expect((await reader.snapshot(game.id)).seq).toBe(seq)
  await expect(reader.snapshot(unread.id)).rejects.toMatchObject({ code: 'board.unavailable', status: 503 })
  // Who comes now is told by Postgres that it is late.
  const late = await watchGame(scoring.url, { game: game.id, seq: seq - 1 })
  await until(() => late.of('delta').length + late.of('resync').length === 1)

  await redisWay.mend()
  await until(async () => (await reader.snapshot(game.id)).seq === seq + 5)
  await settled(game)
  await solve(game, 2)
  await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 10)
  await settled(game)
  expect(viewer.of('resync')).toEqual([])
  viewer.socket.close()
  late.socket.close()
})

it('catches up when Postgres comes back', async () => {
  const game = await playGame(stores.db, { teams: 5, challenges: 2 })
  await solve(game, 0)
  await until(async () => (await solves(game)) === 5)
  const viewer = await watchGame(scoring.url, { game: game.id })
  await postgresWay.cut()
  await solve(game, 1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await solves(game)).toBe(5)
  await postgresWay.mend()
  await until(async () => (await solves(game)) === 10)
  await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 5)
  await settled(game)
  viewer.socket.close()
})
