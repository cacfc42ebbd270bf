import { Agent, request } from 'node:http'
import pg from 'pg'
import { quantile } from './support/load'
import { startPlatform } from './support/platform'
import { cpuSeconds, residentMiB } from './support/processes'
import { heading, line, number } from './support/report'
import { type Seeded, seed } from './support/seed'

const TEAMS = 1250
const MEMBERS = 4
/** Players arrive evenly over this time; those who solve send the flag within the minute. */
const ARRIVALS_MS = 40_000
const READ_MS = [2000, 8000] as const
const SOLVE_MS = [3000, 10_000] as const
const SOLVERS = 2000

const between = ([least, most]: readonly [number, number]) => least + Math.random() * (most - least)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

interface Answer {
  status: number | undefined
  verdict: string | undefined
}

function send(agent: Agent, port: number, { body, ...call }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...call, host: '127.0.0.1', port, agent }, (response) => {
      response.resume()
      const verdict = response.headers['submission-status']
      response.on('end', () => resolve({ status: response.statusCode, verdict: verdict?.toString() }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Milliseconds from the moment a player acts, whether earlier replies came or not. */
interface Seen {
  challenges: number[]
  challenge: number[]
  verdict: number[]
  failed: Map<string, number>
}

async function timed(
  times: number[],
  failed: Seen['failed'],
  due: number,
  sent: Promise<Answer>,
  want: string
) {
  const what = await sent.then(
    ({ status, verdict }) => [status, verdict].filter(Boolean).join(' '),
    (error: Error) => error.message
  )
  times.push(performance.now() - due)
  if (what !== want) failed.set(what, (failed.get(what) ?? 0) + 1)
}

/** Exactly SOLVERS players of all solve, evenly among them. */
const solves = (player: number, players: number) =>
  Math.floor(((player + 1) * SOLVERS) / players) > Math.floor((player * SOLVERS) / players)

/** One player on a connection of their own: Challenges, one of them, and perhaps its flag. */
async function play(
  port: number,
  game: Seeded,
  player: number,
  arrivesAt: number,
  seen: Seen
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const team = Math.floor(player / MEMBERS)
  // Members of a team solve different challenges, so that each flag is a solve.
  const id = game.challengeIds[(team + player) % game.challengeIds.length]!
  const headers = { Cookie: game.cookies[player]!, 'Accept-Encoding': 'gzip, br' }
  const page = `/games/${game.gameId}/Challenges`
  const opensAt = arrivesAt + between(READ_MS)
  const solvesAt = opensAt + between(SOLVE_MS)
  const calls: [number, number[], string, Call][] = [
    [arrivesAt, seen.challenges, '200', { method: 'GET', path: page, headers }],
    [opensAt, seen.challenge, '200', { method: 'GET', path: `${page}/${id}`, headers }]
  ]
  if (solves(player, game.cookies.length)) {
    const path = `/api/game/${game.gameId}/challenges/${id}`
    const flag = JSON.stringify({ flag: `flag{${id}}` })
    const asJson = { ...headers, 'Content-Type': 'application/json', Prefer: 'wait=10' }
    const post = {
      method: 'POST',
      path,
      headers: { ...asJson, 'Content-Length': `${flag.length}` },
      body: flag
    }
    calls.push([solvesAt, seen.verdict, '200 Accepted', post])
  }
  await Promise.all(
    calls.map(async ([due, times, want, call]) => {
      await pause(due - performance.now())
      await timed(times, seen.failed, due, send(agent, port, call), want)
    })
  )
  agent.destroy()
}

function printTimes(name: string, times: number[], goal: string): void {
  const sorted = Float64Array.from(times).sort()
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => number(quantile(sorted, q)))
  line(name, `p50 ${p50} p95 ${p95} p99 ${p99} max ${number(sorted.at(-1)!)} ms (${sorted.length}${goal})`)
}

/** The first minute of an event as an open loop: no request waits for the reply to another. */
export async function benchFirstMinute(): Promise<void> {
  const players = TEAMS * MEMBERS
  const platform = await startPlatform()
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 })
  try {
    const game = await seed(pool, { teams: TEAMS, members: MEMBERS })
    heading(
      `The first minute: ${number(players)} players of ${number(TEAMS)} teams, each on a new connection`
    )
    const seen: Seen = { challenges: [], challenge: [], verdict: [], failed: new Map() }
    const before = platform.children.map(({ pid }) => cpuSeconds(pid))
    const begun = performance.now() + 500
    await Promise.all(
      Array.from({ length: players }, (_, player) =>
        play(platform.port, game, player, begun + Math.random() * ARRIVALS_MS, seen)
      )
    )
    const took = (performance.now() - begun) / 1000
    printTimes('Challenges, first on its connection', seen.challenges, '; goal p95 ≤ 500')
    printTimes('a challenge', seen.challenge, '; goal p95 ≤ 500')
    printTimes('flag sent → verdict', seen.verdict, '; goal p95 ≤ 300')
    for (const [what, count] of seen.failed) line('not as it should be', `${what}: ${count}`)
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM solves WHERE game_id = $1', [
      game.gameId
    ])
    line('solves stored', `${rows[0].n} of ${seen.verdict.length} flags sent`)
    for (const [i, { name, pid }] of platform.children.entries())
      line(
        name,
        `${number((cpuSeconds(pid) - before[i]!) / took, 2)} cores, ${number(residentMiB(pid), 0)} MiB`
      )
  } finally {
    await pool.end()
    await platform.stop()
  }
}
