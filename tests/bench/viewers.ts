import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { quantile } from './support/load'
import type { Platform } from './support/platform'
import { cpuSeconds, nextMessage } from './support/processes'
import { heading, line, number } from './support/report'
import { JSON_TYPE } from './support/requests'
import { type Seeded, seed } from './support/seed'
import type { Delivered } from './support/sockets'

const SOLVES = 100
const BOARD_SOLVES = 40

export const clock = () => performance.timeOrigin + performance.now()

/** Sends a right flag of the n-th team for the n-th challenge; returns the submission's id. */
export async function solve(base: string, game: Seeded, n: number): Promise<number> {
  const id = game.challengeIds[n % game.challengeIds.length]
  const answer = await fetch(`${base}/api/game/${game.gameId}/challenges/${id}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, Cookie: game.cookies[n % game.cookies.length]! },
    body: JSON.stringify({ flag: `flag{${id}}` })
  })
  if (!answer.ok) throw new Error(`A flag was answered ${answer.status}`)
  return Number(await answer.text())
}

/** Milliseconds from a flag until the public board has changed. */
async function untilBoard(base: string, game: Seeded, n: number): Promise<number> {
  const path = `${base}/api/game/${game.gameId}/scoreboard`
  const headers = { 'Accept-Encoding': 'br' }
  const before = await fetch(path, { headers })
  await before.arrayBuffer()
  const etag = before.headers.get('etag')!
  const begun = performance.now()
  await solve(base, game, n)
  for (;;) {
    const now = await fetch(path, { headers: { ...headers, 'If-None-Match': etag } })
    await now.arrayBuffer()
    if (now.status === 200) return performance.now() - begun
    if (performance.now() - begun > 30_000) throw new Error('The board did not change within 30 s')
    await sleep(5)
  }
}

export const shown = (name: string, values: number[], goal: number | null, more = '') => {
  const sorted = Float64Array.from(values).sort()
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => number(quantile(sorted, q)))
  const aim = goal === null ? '' : ` (goal p95 ≤ ${goal})`
  line(name, `p50 ${p50} p95 ${p95} p99 ${p99} max ${number(sorted.at(-1) ?? Number.NaN)} ms${aim}${more}`)
}

interface FullGame {
  sockets: number
  /** Goals in milliseconds; null = none. */
  delta: number | null
  board: number | null
}

/** How soon a solve is seen: on sockets with 20 solves per second, and on the board over HTTP one by one. */
export async function benchViewers(
  pool: pg.Pool,
  { port, children }: Pick<Platform, 'port' | 'children'>,
  { sockets, delta, board }: FullGame
): Promise<void> {
  heading(`${number(sockets, 0)} viewers on sockets`)
  const base = `http://127.0.0.1:${port}`
  const game = await seed(pool)
  const child = fork(new URL('./support/sockets.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const ready = nextMessage<{ ready: number }>(child)
  child.send({ start: { port, game: game.gameId, count: sockets } })
  await ready
  const processes = [...children, { name: 'these viewers', pid: child.pid! }]
  const before = processes.map(({ pid }) => cpuSeconds(pid))
  const begun = performance.now()
  const sent: [number, number][] = []
  for (let n = 0; n < SOLVES; n++) {
    const at = clock()
    sent.push([await solve(base, game, n), at])
    await sleep(50)
  }
  await sleep(1000)
  const seconds = (performance.now() - begun) / 1000
  const cores = processes.map(
    ({ name, pid }, i) => `${name} ${number((cpuSeconds(pid) - before[i]!) / seconds, 2)}`
  )
  const times: number[] = []
  for (let n = 0; n < BOARD_SOLVES; n++) times.push(await untilBoard(base, game, SOLVES + n))
  const result = nextMessage<Delivered>(child)
  child.send({ finish: { sent } })
  const { deliveries, waits } = await result
  const all = `; ${number(deliveries, 0)} of ${number(SOLVES * sockets, 0)} deliveries`
  if (sockets > 0) shown('flag sent → delta received', waits, delta, all)
  line('cores used meanwhile', cores.join(', '))
  shown('flag sent → board over HTTP', times, board)
}
