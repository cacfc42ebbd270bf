import pg from 'pg'
import { benchAged } from './aged'
import { benchBoard } from './board'
import { benchCeremony } from './ceremony'
import { benchColumns } from './columns'
import { benchDatabase } from './database'
import { benchEvent } from './event'
import { benchFirstMinute } from './first-minute'
import { benchIdle } from './idle'
import { benchInstances } from './instances'
import { benchLogins } from './logins'
import { benchRanking } from './ranking'
import { benchSlowPhone } from './slow-phone'
import { type Encoded, encode, type LoadResult, load, quantile } from './support/load'
import { type Platform, startBare, startPlatform } from './support/platform'
import { cpuSeconds, residentMiB } from './support/processes'
import { heading, line, loadLine, number } from './support/report'
import { JSON_TYPE, rightFlag, submission } from './support/requests'
import { type Seeded, seed } from './support/seed'
import { benchTunnels } from './tunnels'
import { benchViewers } from './viewers'

const CONNECTIONS = 32
const SECONDS = 6

/** Sockets, and their goals: p95 in ms until a delta arrives, and until the board shows the solve. */
const VIEWERS = [
  [0, null, 100],
  [1000, 40, 100],
  [5000, 100, 200]
] as const

interface Bench {
  platform: Platform
  pool: pg.Pool
  bare: number
}

/** Waits until the judge is done; returns the seconds. */
async function judged({ pool }: Bench): Promise<number> {
  const begun = performance.now()
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await pool.query('SELECT FROM unjudged LIMIT 1')
    if (rows.length === 0) return (performance.now() - begun) / 1000
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The judge did not finish within a minute')
}

/** Runs a load and measures the CPU of every process until the judge is done. */
async function measured(
  bench: Bench,
  name: string,
  goal: number | null,
  run: () => Promise<LoadResult>,
  settle = false
) {
  const { platform, bare } = bench
  const before = platform.children.map(({ pid }) => cpuSeconds(pid))
  const result = await run()
  const tail = settle ? await judged(bench) : 0
  const cpu = Object.fromEntries(
    platform.children.map(({ name: process, pid }, i) => [
      process,
      ((cpuSeconds(pid) - before[i]!) * 1e6) / result.requests
    ])
  )
  // The rate includes the time of judging after the last reply.
  const seconds = result.seconds + tail
  loadLine(name, { ...result, rate: result.requests / seconds }, bare, goal, cpu)
  return result
}

const options = (bench: Bench, next: (n: number) => Encoded | null, seconds = SECONDS) => ({
  port: bench.platform.port,
  connections: CONNECTIONS,
  next,
  seconds
})

async function flags(bench: Bench): Promise<number> {
  heading(
    `Flags: ${CONNECTIONS} connections, 1,000 teams × 30 challenges; rates count until the last is judged`
  )
  const warm = await seed(bench.pool, { teams: 200, challenges: 10 })
  await load(options(bench, (n) => rightFlag(warm, n), 3))
  await judged(bench)
  const game = await seed(bench.pool)
  const wrong = (n: number) => submission(game, n % game.cookies.length, n % 30, `flag{wrong-${n}}`)
  await measured(bench, 'wrong flags', 0.13, () => load(options(bench, wrong)), true)
  const right = await measured(
    bench,
    'right flags',
    0.1,
    () => load(options(bench, (n) => rightFlag(game, n))),
    true
  )
  const again = (n: number) => rightFlag(game, n % right.requests)
  await measured(bench, 'repeated right flags', 0.13, () => load(options(bench, again)), true)
  await reads(bench, game)
  await pagesOfPlayers(bench, game)
  await inHand(bench)
  return right.rate
}

async function reads(bench: Bench, game: Seeded): Promise<void> {
  heading('Reads of that game')
  const path = `/api/game/${game.gameId}/scoreboard`
  const whole = encode('GET', path, { 'Accept-Encoding': 'gzip, br' })
  const size = await load(options(bench, (n) => (n < 1 ? whole : null)))
  const response = await fetch(`http://127.0.0.1:${bench.platform.port}${path}`)
  const fresh = encode('GET', path, { 'If-None-Match': response.headers.get('etag') ?? '' })
  line(
    'size of the board on the wire',
    `${number(size.bytes / 1024)} KiB of ${number((await response.arrayBuffer()).byteLength / 1024)} KiB`
  )
  await measured(bench, 'board, whole, compressed', 0.4, () => load(options(bench, () => whole)))
  await measured(bench, 'board, not modified', null, () => load(options(bench, () => fresh)))
  const details = game.cookies.map((Cookie) => encode('GET', `/api/game/${game.gameId}/details`, { Cookie }))
  await measured(bench, 'own details of a player', null, () =>
    load(options(bench, (n) => details[n % details.length]!))
  )
  const page = encode('GET', `/games/${game.gameId}/Scoreboard`, { 'Accept-Encoding': 'gzip, br' })
  await measured(bench, 'anonymous scoreboard page, HTML', 0.1, () => load(options(bench, () => page)))
  const home = encode('GET', '/', { 'Accept-Encoding': 'gzip, br' })
  await measured(bench, 'anonymous home page, HTML', 0.1, () => load(options(bench, () => home)))
}

/** Pages of many logged-in players, because visitors' pages are shared. */
async function pagesOfPlayers(bench: Bench, game: Seeded): Promise<void> {
  heading('Pages of 1,000 players, each asked in turn')
  for (const [name, path, goal] of [
    ['challenges', `/games/${game.gameId}/Challenges`, 0.03],
    ['scoreboard', `/games/${game.gameId}/Scoreboard`, 0.03],
    ['home', '/', 0.05]
  ] as const) {
    const requests = game.cookies.map((Cookie) => encode('GET', path, { Cookie }))
    const next = (n: number) => requests[n % requests.length]!
    await load(options(bench, next, 3))
    await measured(bench, `${name} page, signed in`, goal, () => load(options(bench, next)))
    const packed = game.cookies.map((Cookie) =>
      encode('GET', path, { Cookie, 'Accept-Encoding': 'gzip, deflate, br' })
    )
    await measured(bench, `${name} page, as a browser asks`, null, () =>
      load(options(bench, (n) => packed[n % packed.length]!))
    )
  }
}

/** Right flags whose senders wait for the verdict in the reply. */
async function inHand(bench: Bench): Promise<void> {
  heading('Verdicts in hand: POST with Prefer: wait, until the answer that tells the verdict')
  const game = await seed(bench.pool)
  const next = (n: number) => {
    const challenge = Math.floor(n / game.cookies.length)
    if (challenge >= game.challengeIds.length) return null
    const id = game.challengeIds[challenge]
    const headers = { ...JSON_TYPE, Prefer: 'wait=10', Cookie: game.cookies[n % game.cookies.length]! }
    const body = JSON.stringify({ flag: `flag{${id}}` })
    return encode('POST', `/api/game/${game.gameId}/challenges/${id}`, headers, body)
  }
  await measured(bench, 'right flags, verdict in hand', 0.055, () => load(options(bench, next)))
}

async function verdicts(bench: Bench, half: number): Promise<void> {
  heading(`Verdicts at half that load (${number(half, 0)} right flags/s)`)
  const game = await seed(bench.pool)
  await load({ ...options(bench, (n) => rightFlag(game, n)), pace: half })
  await judged(bench)
  const { rows } = await bench.pool.query<{ ms: number }>(
    `SELECT extract(epoch FROM judged_at - submitted_at)::float8 * 1000 AS ms FROM submissions
     WHERE game_id = $1 ORDER BY ms`,
    [game.gameId]
  )
  const waits = rows.map(({ ms }) => ms)
  line(
    'stored → verdict',
    `p50 ${number(quantile(waits, 0.5))} p95 ${number(quantile(waits, 0.95))} p99 ${number(quantile(waits, 0.99))} ms (${waits.length})`
  )
}

async function yardstick(): Promise<number> {
  const bare = await startBare()
  const get = encode('GET', '/')
  const all = { port: bare.port, connections: CONNECTIONS, next: () => get }
  await load({ ...all, seconds: 1 })
  const { rate } = await load({ ...all, seconds: 4 })
  bare.stop()
  return rate
}

/** The default parts, one after the other on one platform. */
const STEPS: Record<string, (bench: Bench) => Promise<void>> = {
  async flags(bench) {
    const rate = await flags(bench)
    await verdicts(bench, rate / 2)
  },
  async viewers({ pool, platform }) {
    for (const [sockets, delta, board] of VIEWERS)
      await benchViewers(pool, platform, { sockets, delta, board })
  },
  ceremony: ({ pool, platform }) => benchCeremony(pool, platform, { sockets: 1000, goal: 100 }),
  idle: ({ pool, platform }) => benchIdle(pool, platform),
  logins: ({ pool, platform }) => benchLogins(pool, platform.port),
  board: ({ pool }) => benchBoard(pool)
}

async function run(steps: string[]): Promise<void> {
  heading('Yardstick: node:http with nothing in it, same client, same run')
  const bare = await yardstick()
  line('bare server', `1.000   ${number(bare, 0)}/s`)
  const platform = await startPlatform()
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 })
  try {
    for (const name of steps) await STEPS[name]!({ platform, pool, bare })
    heading('Memory')
    for (const { name, pid } of platform.children) line(name, `${number(residentMiB(pid), 0)} MiB`)
  } finally {
    await pool.end()
    await platform.stop()
  }
}

const PARTS: Record<string, () => Promise<void>> = {
  aged: benchAged,
  database: benchDatabase,
  boards: benchColumns,
  event: benchEvent,
  'first-minute': benchFirstMinute,
  instances: benchInstances,
  ranking: benchRanking,
  'slow-phone': benchSlowPhone,
  tunnels: benchTunnels
}

const [, , part] = process.argv
if (part !== undefined && part in PARTS) await PARTS[part]!()
else if (part === undefined || part in STEPS) await run(part === undefined ? Object.keys(STEPS) : [part])
else {
  const names = [...Object.keys(STEPS), ...Object.keys(PARTS)].join(', ')
  process.stderr.write(`There is no part ${part}; there are ${names}.\n`)
  process.exitCode = 1
}
