import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoardReader, createBoardReader, type Scoreboard } from '~/scoring'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { notifyScoring, readEntries, verifyChain } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { counted } from '../../support/processes/program'
import { foldedBoard } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let stores: Stores
let reader: BoardReader
const children = new Set<ChildProcess>()

beforeAll(async () => {
  stores = await openStores()
  reader = await createBoardReader(stores)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await reader?.close()
  await stores?.close()
})

/** Shifts the clock of a process from its start on. */
const clockOff = (ms: number) => {
  const module = `const { now } = Date
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length > 0 ? given : [now() + ${ms}])) }
      static now() { return now() + ${ms} }
    }`
  return `data:text/javascript,${encodeURIComponent(module)}`
}

/** Starts the real process; resolves when it answers /healthz. @param off shift of its clock in milliseconds */
async function start(off = 0): Promise<ChildProcess> {
  const port = await freePort('127.0.0.1')
  const clock = off === 0 ? [] : ['--import', clockOff(off)]
  const child = spawn(process.execPath, [...clock, 'build/scoring.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      SCORING_PORT: String(port),
      HALYARD_SECRET: '0'.repeat(64),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...counted()
    }
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

/** Every team sends a wrong flag, the right one and the right one again for every challenge, in bursts. */
async function play(game: PlayedGame, between: (burst: number) => Promise<unknown>): Promise<void> {
  let burst = 0
  for (const challenge of game.challenges) {
    for (let from = 0; from < game.teams.length; from += 25) {
      const teams = game.teams.slice(from, from + 25)
      const sent = teams.flatMap((team) =>
        ['no', challenge.flag, challenge.flag].map((answer) => ({ team, challenge, answer }))
      )
      await sendFlags(stores.db, game, sent)
      await notifyScoring(stores.redis, game.id).catch(() => {})
      await between(burst++)
    }
  }
}

/** Everything was judged once, and the board that web processes see is the fold of a sound ledger. */
async function expectWhole(game: PlayedGame): Promise<void> {
  const solves = game.teams.length * game.challenges.length
  const count = async (text: string) => Number((await stores.db.pool.query(text, [game.id])).rows[0].count)
  await until(
    async () =>
      (await count("SELECT count(*) FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted'")) === 0,
    30_000
  )
  expect(await count('SELECT count(*) FROM solves WHERE game_id = $1')).toBe(solves)
  expect(await count("SELECT count(*) FROM submissions WHERE game_id = $1 AND status = 'Accepted'")).toBe(
    solves * 2
  )
  expect(await count('SELECT count(*) FROM notices WHERE game_id = $1')).toBe(game.challenges.length * 3)
  const entries = await readEntries(stores.db.pool, game.id, 0, 100_000)
  const solved = entries.flatMap((event) => (event.kind === 'solve' ? [event] : []))
  expect(solved).toHaveLength(solves)
  expect(
    new Set(solved.map(({ participationId, challengeId }) => `${participationId}:${challengeId}`)).size
  ).toBe(solves)
  expect(await verifyChain(stores.db.pool, game.id)).toEqual({ entries: entries.length, firstBad: null })
  await until(async () => {
    const { updateTimeUtc: _, ...shown }: Scoreboard = (await reader.snapshot(game.id)).view()
    const { updateTimeUtc: __, ...folded } = await foldedBoard(stores, game.id)
    expect(shown).toEqual(folded)
    return true
  })
}

describe('the scoring process', () => {
  it('loses and doubles nothing when it is killed again and again', async () => {
    const game = await playGame(stores.db, { teams: 100, challenges: 12 })
    let child = await start()
    await play(game, async (burst) => {
      if (burst % 12 === 5) {
        await end(child, 'SIGKILL')
        if (burst % 24 === 5) await stores.redis.flushDb()
        child = await start()
      }
    })
    await expectWhole(game)
    expect(await end(child, 'SIGTERM')).toBe(0)
  })

  it('drains on SIGTERM, and another one goes on', async () => {
    const game = await playGame(stores.db, { teams: 100, challenges: 4 })
    const child = await start()
    await play(game, async (burst) => {
      if (burst === 6) expect(await end(child, 'SIGTERM')).toBe(0)
    })
    const next = await start()
    await expectWhole(game)
    next.disconnect()
    expect((await once(next, 'exit'))[0]).toBe(0)
  })

  it('may be one of two with clocks an hour wrong, the leader killed again and again: all is done once', async () => {
    const game = await playGame(stores.db, { teams: 100, challenges: 4 })
    const hour = HOUR_MS
    const two = [await start(hour), await start(-hour)]
    await play(game, async (burst) => {
      if (burst % 8 !== 5) return
      const place = (burst >> 3) % 2
      await end(two[place]!, 'SIGKILL')
      two[place] = await start(place === 0 ? hour : -hour)
    })
    await expectWhole(game)
    for (const child of two) expect(await end(child, 'SIGTERM')).toBe(0)
  })

  /** Cuts the connections of this file to Redis except the test's own, because other files use the same server. */
  const cutConnections = async () => {
    const { redis, redisUrl } = stores
    const own = String(await redis.sendCommand(['CLIENT', 'ID']))
    const others = async () =>
      String(await redis.sendCommand(['CLIENT', 'LIST']))
        .split('\n')
        .filter((line) => line.includes(` db=${new URL(redisUrl).pathname.slice(1)} `))
        .flatMap((line) => /^id=(\d+)/.exec(line)?.[1] ?? [])
        .filter((id) => id !== own)
    // The cut ones reconnect first.
    const clients = await until(async () => {
      const found = await others()
      return found.length > 1 && found
    })
    for (const id of clients) await redis.sendCommand(['CLIENT', 'KILL', 'ID', id])
  }

  it('survives Redis emptied and all its connections cut', async () => {
    const game = await playGame(stores.db, { teams: 100, challenges: 10 })
    const child = await start()
    await play(game, async (burst) => {
      if (burst % 8 === 3) await stores.redis.flushDb()
      if (burst % 8 === 5) await cutConnections()
      if (burst % 8 === 7)
        await stores.db.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halyard-scoring' AND datname = current_database()"
        )
    })
    await expectWhole(game)
    expect(child.exitCode).toBeNull()
    expect(await end(child, 'SIGTERM')).toBe(0)
  })
})
