import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ALIVE_CHANNEL,
  deltasKey,
  FORWARD_CHANNEL,
  type ForwardedNotification,
  leaseKey,
  publishedKey
} from '~/scoring/board/redis-keys'
import { notifyScoring } from '~/server/ledger'
import { channelOf } from '~/server/platform/redis'
import { playGame } from '../../support/fixtures'
import { foldedBoard, runScoring } from '../../support/scoring/scoring'
import { openSocketsSuite } from '../../support/scoring/sockets-suite'
import { until } from '../../support/until'

const suite = openSocketsSuite()
const { opened, watch, send, follows, ctxOf } = suite

describe('two scoring processes', () => {
  it('push to the sockets of both, and the second leads when the first has ended', async () => {
    const first = await runScoring(suite.stores)
    const game = await playGame(suite.stores.db, { teams: 6, challenges: 3 })
    await opened(game)
    const start = await foldedBoard(suite.stores, game.id)
    const near = await watch({ game: game.id, seq: start.seq })
    const far = await watch({ game: game.id, seq: start.seq }, {}, first.url)
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    await follows(near, game, start, 6)
    await follows(far, game, start, 6)
    const leader = await suite.stores.redis.get(leaseKey(game.id))
    expect(leader).not.toBeNull()
    await first.close()
    await until(() => far.socket.disconnected)
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[1]! }))
    )
    await follows(near, game, start, 12)
    expect(near.notices()).toHaveLength(6)
  })

  it('notify each other once about what a frozen board holds back', async () => {
    const { db, redis } = suite.stores
    const game = await playGame(db, { teams: 3, challenges: 2 })
    await db.pool.query(`UPDATE games SET freeze_at = now() - interval '1 s' WHERE id = $1`, [game.id])
    const second = await runScoring(suite.stores)
    onTestFinished(() => second.close())
    await opened(game)
    const forwarded: string[] = []
    const listener = redis.duplicate()
    listener.on('error', () => {})
    await listener.connect()
    onTestFinished(() => listener.destroy())
    await listener.subscribe(channelOf(redis, FORWARD_CHANNEL), (text) => {
      const { game: id, reason } = JSON.parse(text) as ForwardedNotification
      if (id === game.id) forwarded.push(reason)
    })
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    // Each process reads this hash once in a sweep.
    const sweeps = async () => {
      const stats = await redis.info('commandstats')
      return Number(/cmdstat_hgetall:calls=(\d+)/.exec(stats)?.[1] ?? 0)
    }
    const begun = await sweeps()
    await until(async () => (await sweeps()) >= begun + 14)
    expect(forwarded.filter((reason) => reason === 'board').length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['another process waits for the lease of a process that hangs', true],
    ['another process does not wait for the lease of a process that died', false]
  ])('%s', async (name, hangs) => {
    // The lease of a dead process is longer than the test, so the takeover does not wait for it.
    const leaseMs = hangs ? 6000 : 600_000
    const game = await playGame(suite.stores.db)
    const silent = suite.stores.redis.duplicate()
    // Tests of outages close all subscriptions of the server; it subscribes again.
    silent.on('error', () => {})
    await silent.connect()
    onTestFinished(() => silent.destroy())
    if (hangs) await silent.subscribe(`${ALIVE_CHANNEL}${name}`, () => {})
    const begun = performance.now()
    await suite.stores.redis.set(leaseKey(game.id), name, { expiration: { type: 'PX', value: leaseMs } })
    const start = await foldedBoard(suite.stores, game.id)
    const viewer = await watch({ game: game.id, seq: start.seq })
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    // The board may open only now, so the news comes as a delta or as `resync`; that of the opening comes before the verdict.
    await until(() => viewer.of('delta').length + viewer.of('resync').length > 0)
    await until(async () => (await foldedBoard(suite.stores, game.id)).seq === start.seq + 1)
    if (hangs) expect(performance.now() - begun).toBeGreaterThan(leaseMs - 500)
    expect(await suite.stores.redis.get(leaseKey(game.id))).not.toBe(name)
  })
})

describe('what the leader did not send', () => {
  it('a notice of the time without a leader reaches viewers of the next one, once', async () => {
    const { db, redis } = suite.stores
    const game = await playGame(db)
    await opened(game)
    const viewer = await watch({ game: game.id })
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await until(() => viewer.notices().length === 1)
    // The leader finds its lease gone and gives the game up.
    await redis.set(leaseKey(game.id), 'another', { expiration: { type: 'PX', value: 3000 } })
    const holder = redis.duplicate()
    holder.on('error', () => {})
    await holder.connect()
    onTestFinished(() => holder.destroy())
    await holder.subscribe(`${ALIVE_CHANNEL}another`, () => {})
    await db.pool.query(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', '{Paused}', now())`,
      [game.id]
    )
    await notifyScoring(redis, game.id)
    await until(() => viewer.notices().some(({ values }) => values[0] === 'Paused'), 20_000)
    expect(viewer.notices()).toHaveLength(2)
  })

  it('a delta that Redis refused is sent when it takes it again', async () => {
    const { db, redis } = suite.stores
    const game = await playGame(db)
    await opened(game)
    const solve = (place: number) =>
      send(game, [{ team: game.teams[place]!, challenge: game.challenges[0]! }])
    const published = async () => Number(await redis.get(publishedKey(game.id)))
    const before = (await foldedBoard(suite.stores, game.id)).seq + 1
    await solve(0)
    await until(async () => (await published()) === before)
    await redis.set(deltasKey(game.id), 'no list')
    await solve(1)
    await until(async () => (await foldedBoard(suite.stores, game.id)).seq > before)
    expect(await published()).toBe(before)
    await redis.del(deltasKey(game.id))
    await until(async () => (await published()) > before)
  })
})

describe('flags through the web process', () => {
  it('sent by 30 teams at once are judged in the order they were stored', async () => {
    const game = await playGame(suite.stores.db, { teams: 30, challenges: 1 })
    const viewer = await watch({ game: game.id })
    const challenge = game.challenges[0]!
    const { submissions } = suite.scoring.services
    const sent = game.teams.flatMap(({ members: [captain] }) =>
      [challenge.flag, 'flag{no}', challenge.flag].map((flag) =>
        submissions.submit(ctxOf(captain), game.id, challenge.id, flag)
      )
    )
    await Promise.all(sent)
    await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 30)
    const events = viewer.of('delta').flatMap(({ events }) => events)
    const order = events.map((event) => (event.kind === 'solve' ? event.submissionId : 0))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    const times = events.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const bloods = events.slice(0, 3).map((event) => event.kind === 'solve' && event.teamId)
    await until(() => viewer.notices().length === 3)
    expect(viewer.notices().map(({ values }) => values[0])).toEqual(
      bloods.map((id) => game.teams.find(({ teamId }) => teamId === id)?.name)
    )
  })
})
