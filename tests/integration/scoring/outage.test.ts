import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring'
import { openSnapshots, type Snapshots } from '~/scoring/board/reader'
import { boardKey, VERSIONS_CHANNEL, type Version } from '~/scoring/board/redis-keys'
import { NOTIFICATION_STREAM } from '~/server/ledger'
import { channelOf, createRedis, type Redis } from '~/server/platform/redis'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { foldedBoard, type RunningScoring, runScoring, watchGame } from '../../support/scoring/scoring'
import { type BreakableStore, breakable } from '../../support/stores/outage'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let redisWay: BreakableStore
let postgresWay: BreakableStore
let scoring: RunningScoring
let reader: Snapshots
let redis: Redis

beforeAll(async () => {
  stores = await openStores()
  redisWay = await breakable(stores.redisUrl)
  postgresWay = await breakable(stores.databaseUrl)
  scoring = await runScoring({ ...stores, redisUrl: redisWay.url, databaseUrl: postgresWay.url })
  redis = await createRedis(redisWay.url, stores.log)
  reader = await openSnapshots({ redis, db: stores.db, log: stores.log })
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

it('flags are judged and boards pushed and shown while Redis is away', async () => {
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
  expect(viewer.notices()).toHaveLength(3)
  // Folded from the ledger, because Redis is away.
  await settled(game)
  expect((await reader.snapshot(game.id)).seq).toBe(seq + 5)
  expect(reader.asOf(game.id)).toBeGreaterThan(Date.now() - 5000)
  expect((await reader.snapshot(unread.id)).teamCount).toBe(unread.teams.length)
  await expect(reader.snapshot(999_999)).rejects.toMatchObject({ code: 'board.unavailable', status: 503 })
  // A new viewer learns from Postgres that it is late.
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

it('scoring catches up when Postgres is back', async () => {
  const game = await playGame(stores.db, { teams: 5, challenges: 2 })
  await solve(game, 0)
  await until(async () => (await solves(game)) === 5)
  // Otherwise their delta could also reach the viewer.
  await settled(game)
  const viewer = await watchGame(scoring.url, { game: game.id })
  const tried = postgresWay.hangUp()
  await solve(game, 1)
  await until(() => tried() > 1)
  expect(await solves(game)).toBe(5)
  await postgresWay.mend()
  await until(async () => (await solves(game)) === 10)
  await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 5)
  await settled(game)
  viewer.socket.close()
})

it('a solve is shown although the notices could not be read after it', async () => {
  const game = await playGame(stores.db, { teams: 4, challenges: 1 })
  const [challenge] = game.challenges
  const [last, ...others] = [...game.teams].reverse()
  await sendFlags(
    stores.db,
    game,
    others.map((team) => ({ team, challenge: challenge! }))
  )
  await until(async () => (await solves(game)) === 3)
  await settled(game)
  const viewer = await watchGame(scoring.url, { game: game.id })
  const holder = await stores.db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE notices IN ACCESS EXCLUSIVE MODE')
  // The fourth solve has no notice, so judging it does not wait.
  await sendFlags(stores.db, game, [{ team: last!, challenge: challenge! }])
  await until(async () => {
    const { rowCount } = await stores.db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM notices%'`
    )
    return rowCount
  })
  await holder.query('ROLLBACK')
  holder.release()
  await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 1)
  await settled(game)
  viewer.socket.close()
})

it('the last board of a game stays when Redis loses it and scoring cannot be notified', async () => {
  const game = await playGame(stores.db, { teams: 1, challenges: 1 })
  await settled(game)
  const { etag } = await reader.snapshot(game.id)
  await stores.redis.set(NOTIFICATION_STREAM, 'no stream')
  await stores.redis.del(boardKey(game.id))
  const version: Version = { game: game.id, etag: 'another', packed: false }
  const revision = reader.revision(game.id)
  await stores.redis.publish(channelOf(stores.redis, VERSIONS_CHANNEL), JSON.stringify(version))
  await until(() => reader.revision(game.id) !== revision)
  expect((await reader.snapshot(game.id)).etag).toBe(etag)
  await stores.redis.del(NOTIFICATION_STREAM)
})

it('a board that nobody leads follows a revision whose message was lost', async () => {
  const game = await playGame(stores.db, { teams: 1, challenges: 1 })
  await solve(game, 0)
  await settled(game)
  await scoring.close()
  await stores.db.pool.query(`UPDATE teams SET name = 'Renamed' WHERE id = $1`, [game.teams[0]!.teamId])
  await stores.db.pool.query('INSERT INTO board_revisions (game_id, rebuilds, refreshes) VALUES ($1, 0, 1)', [
    game.id
  ])
  scoring = await runScoring({ ...stores, redisUrl: redisWay.url, databaseUrl: postgresWay.url })
  // Read past the platform, since a reader would have the board opened.
  const stored = async () => (await stores.redis.hGet(boardKey(game.id), 'json')) ?? ''
  expect(await until(async () => (await stored()).includes('Renamed'))).toBe(true)
})
