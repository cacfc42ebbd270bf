import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Platform } from './support/platform'
import { cpuSeconds, nextMessage } from './support/processes'
import { heading, line, number } from './support/report'
import { JSON_TYPE } from './support/requests'
import { type Seeded, seed } from './support/seed'
import type { Delivered } from './support/sockets'
import { clock, shown, solve } from './viewers'

const HIDDEN_SOLVES = 60
const STEPS = 40
/** Milliseconds between two acts of a remote that does not wait. */
const APART = 250

type Call = (method: string, path: string, body?: object) => Promise<void>

/** Calls as an administrator, whom the first player becomes. */
async function administrator(pool: pg.Pool, base: string, { cookies }: Seeded): Promise<Call> {
  const cookie = cookies[0]!
  const session = createHash('sha256').update(cookie.split('=')[1]!).digest('hex')
  await pool.query(
    `UPDATE users SET role = 'Admin' WHERE id = (SELECT user_id FROM sessions WHERE id = $1)`,
    [session]
  )
  return async (method, path, body) => {
    const headers = { ...JSON_TYPE, Cookie: cookie }
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

/** An ended game with a frozen board and solves behind it; its ceremony has begun. */
async function begin(pool: pg.Pool, base: string, game: Seeded, call: Call): Promise<void> {
  const edit = `/api/edit/games/${game.gameId}`
  await call('PUT', `${edit}/freeze`, { at: 'now' })
  for (let n = 0; n < HIDDEN_SOLVES; n++) await solve(base, game, n + 1)
  const waiting = async () =>
    (await pool.query('SELECT FROM unjudged WHERE game_id = $1 LIMIT 1', [game.gameId])).rowCount !== 0
  while (await waiting()) await sleep(50)
  await call('PUT', edit, { end: new Date().toISOString() })
  await call('POST', `${edit}/ceremony`, {})
}

/** How soon each viewer of a ceremony has the scene that a remote asked for. */
export async function benchCeremony(
  pool: pg.Pool,
  { port, children }: Pick<Platform, 'port' | 'children'>,
  { sockets, goal }: { sockets: number; goal: number }
): Promise<void> {
  heading(`A ceremony before ${number(sockets, 0)} viewers`)
  const base = `http://127.0.0.1:${port}`
  const game = await seed(pool)
  const call = await administrator(pool, base, game)
  await begin(pool, base, game, call)
  const child = fork(new URL('./support/sockets.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const ready = nextMessage<{ ready: number }>(child)
  child.send({ start: { port, game: game.gameId, count: sockets } })
  await ready
  const processes = [...children, { name: 'these viewers', pid: child.pid! }]
  const before = processes.map(({ pid }) => cpuSeconds(pid))
  const begun = performance.now()
  const [sent, acts]: [[number, number][], number[]] = [[], []]
  for (let version = 1; version <= STEPS; version++) {
    const at = clock()
    await call('PUT', `/api/edit/games/${game.gameId}/ceremony`, { act: 'next', version })
    acts.push(clock() - at)
    sent.push([version + 1, at])
    await sleep(APART)
  }
  await sleep(1000)
  const seconds = (performance.now() - begun) / 1000
  const cores = processes.map(
    ({ name, pid }, i) => `${name} ${number((cpuSeconds(pid) - before[i]!) / seconds, 2)}`
  )
  const result = nextMessage<Delivered>(child)
  child.send({ finish: { sent } })
  const { deliveries, waits } = await result
  const all = `; ${number(deliveries, 0)} of ${number(STEPS * sockets, 0)} deliveries`
  shown('act of the remote → its answer', acts, null)
  shown('act of the remote → scene received', waits, goal, all)
  line('cores used meanwhile', cores.join(', '))
}
