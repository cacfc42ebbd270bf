import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashPassword } from '~/server/accounts/password-hash'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { quantile } from './support/load'
import { type Platform, startPlatform } from './support/platform'
import { nextMessage } from './support/processes'
import { heading, line, number } from './support/report'
import { JSON_TYPE } from './support/requests'
import { type Seeded, seed } from './support/seed'
import type { Delivered } from './support/sockets'
import { watchStores } from './support/stores-usage'
import { Usage } from './support/usage'

const PASSWORD = 'hoist the flag'
const ADMIN_PASSWORD = 'hoist every flag 1'
/** The share of players who log in with a password; the others have a session. */
const LOGGING_IN = 0.2
/** The share of players with a socket of the board. */
const ON_SOCKETS = 0.6
/** The share of the time in which players arrive. */
const ARRIVAL = 0.1
/** Acts of a player per minute, on average. */
const A_MINUTE = { challenges: 0.2, challenge: 0.5, board: 0.3, download: 0.1, wrong: 0.25 } as const
/** The share of challenges that the average team solves. */
const SOLVED = 0.4
const FILE_KIB = 256

type Act = keyof typeof A_MINUTE | 'login' | 'right'

interface Plan {
  teams: number
  players: number
  hours: number
  challenges: number
}

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

interface Answer {
  status: number
  verdict: string | undefined
  body: string
  cookie: string | undefined
  etag: string | undefined
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
/** @param keep whether the body is kept, as for flags and logins; others are only counted */
function send(agent: Agent, port: number, { body, ...call }: Call, keep: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...call, host: '127.0.0.1', port, agent }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        if (keep) text += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          verdict: response.headers['submission-status']?.toString(),
          body: text,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
          etag: response.headers.etag
        })
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Random times between two moments (ms), `rate` per minute on average. */
function moments(rate: number, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; ; ) {
    at += (-Math.log(1 - Math.random()) / rate) * MINUTE_MS
    if (at >= to) return found
    found.push(at)
  }
}

/** Milliseconds by act, from the moment it was due, and unexpected replies. */
class Course {
  readonly times = new Map<Act, number[]>()
  readonly wrong = new Map<string, number>()
  /** Right flags, and when they were sent (ms since 1970). */
  readonly sent: [number, number][] = []

  async measure(act: Act, due: number, want: string, answer: Promise<Answer>): Promise<Answer | null> {
    const got = await answer.catch((error: Error) => error)
    const took = performance.now() - due
    const times = this.times.get(act) ?? []
    this.times.set(act, times)
    times.push(took)
    const is = got instanceof Error ? got.message : [got.status, got.verdict].filter(Boolean).join(' ')
    if (is !== want) this.wrong.set(`${act}: ${is}`, (this.wrong.get(`${act}: ${is}`) ?? 0) + 1)
    return got instanceof Error ? null : got
  }
}

interface World {
  port: number
  game: Seeded
  names: string[]
  file: string
}

/** A player with a connection of their own, whose acts do not wait for earlier replies. */
class Player {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #cookie: string
  #etag = ''

  constructor(
    private readonly world: World,
    private readonly index: number,
    private readonly course: Course
  ) {
    this.#cookie = world.game.cookies[index]!
  }

  async act(act: Act, due: number, challenge: number): Promise<void> {
    await sleep(due - performance.now())
    const { port, game, names, file } = this.world
    const headers = { Cookie: this.#cookie, 'Accept-Encoding': 'gzip, br' }
    const id = game.challengeIds[challenge]!
    const get = (path: string, more = {}): Call => ({ method: 'GET', path, headers: { ...headers, ...more } })
    const post = (path: string, value: object, more = {}): Call => {
      const body = JSON.stringify(value)
      const length = { 'Content-Length': String(Buffer.byteLength(body)) }
      return { method: 'POST', path, headers: { ...headers, ...JSON_TYPE, ...length, ...more }, body }
    }
    const flag = (text: string) =>
      post(`/api/game/${game.gameId}/challenges/${id}`, { flag: text }, { Prefer: 'wait=10' })
    const page = `/games/${game.gameId}/Challenges`
    const run = (want: string, call: Call, keep = false) =>
      this.course.measure(act, due, want, send(this.#agent, port, call, keep))
    if (act === 'login') {
      const account = { userName: names[this.index]!, password: PASSWORD }
      const answer = await run('200', post('/api/account/login', account, { Cookie: '' }))
      this.#cookie = answer?.cookie ?? this.#cookie
    } else if (act === 'challenges') await run('200', get(page))
    else if (act === 'challenge') await run('200', get(`${page}/${id}`))
    else if (act === 'download') await run('200', get(file))
    else if (act === 'wrong') await run('200 WrongAnswer', flag(`flag{${randomBytes(6).toString('hex')}}`))
    else if (act === 'right') {
      const at = performance.timeOrigin + performance.now()
      const answer = await run('200 Accepted', flag(`flag{${id}}`), true)
      if (answer) this.course.sent.push([Number(answer.body), at])
    } else {
      const call = get(`/api/game/${game.gameId}/scoreboard`, { 'If-None-Match': this.#etag })
      const sent = send(this.#agent, port, call, false).then((answer) => ({
        ...answer,
        status: answer.status === 304 ? 200 : answer.status
      }))
      this.#etag = (await this.course.measure(act, due, '200', sent))?.etag ?? this.#etag
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** All acts between two moments, as [act, due, challenge]. */
function script({ teams, players, challenges }: Plan, from: number, to: number): [Act, number, number][][] {
  const arrived = from + (to - from) * ARRIVAL
  const any = () => Math.floor(Math.random() * challenges)
  const acts = Array.from({ length: players }, (): [Act, number, number][] => {
    const comes = from + Math.random() * (arrived - from)
    const first: [Act, number, number][] = Math.random() < LOGGING_IN ? [['login', comes - 1000, 0]] : []
    const all = (Object.keys(A_MINUTE) as (keyof typeof A_MINUTE)[]).flatMap((act) =>
      moments(A_MINUTE[act], comes, to).map((due): [Act, number, number] => [act, due, any()])
    )
    return [...first, ['challenges', comes, 0], ...all]
  })
  const members = players / teams
  for (let team = 0; team < teams; team++) {
    const open = Array.from({ length: challenges }, (_, n) => n).sort(() => Math.random() - 0.5)
    for (const challenge of open.slice(0, Math.round(challenges * SOLVED * 2 * Math.random()))) {
      const member = Math.floor(team * members + Math.random() * members)
      acts[member]!.push(['right', arrived + Math.random() * (to - arrived), challenge])
    }
  }
  return acts
}

/** Uploads a file as the administrator and attaches it to a challenge. @returns its address */
async function upload({ port }: Platform, game: Seeded): Promise<string> {
  const base = `http://127.0.0.1:${port}`
  const login = await fetch(`${base}/api/account/login`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ userName: 'Admin', password: ADMIN_PASSWORD })
  })
  const headers = { Cookie: login.headers.getSetCookie()[0]!.split(';')[0]! }
  const form = new FormData()
  form.append('files', new Blob([randomBytes(FILE_KIB * 1024)]), 'attachment.bin')
  const stored = await fetch(`${base}/api/assets`, { method: 'POST', headers, body: form })
  if (!stored.ok) throw new Error(`The upload was answered ${stored.status}: ${await stored.text()}`)
  const [{ hash, name }] = (await stored.json()) as [{ hash: string; name: string }]
  const put = await fetch(
    `${base}/api/edit/games/${game.gameId}/challenges/${game.challengeIds[0]}/attachment`,
    {
      method: 'POST',
      headers: { ...headers, ...JSON_TYPE },
      body: JSON.stringify({ attachmentType: 'Local', fileHash: hash })
    }
  )
  if (!put.ok) throw new Error(`The attachment was answered ${put.status}: ${await put.text()}`)
  return `/assets/${hash}/${name}`
}

function report(course: Course, usage: ReturnType<Usage['end']>, seconds: number): void {
  for (const [act, times] of course.times) {
    const sorted = Float64Array.from(times).sort()
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => number(quantile(sorted, q)))
    const rate = number(times.length / seconds)
    line(act, `p50 ${p50} p95 ${p95} p99 ${p99} ms, ${rate}/s (${number(times.length)})`)
  }
  for (const [what, count] of course.wrong) line('not as it should be', `${what}: ${count}`)
  heading('Processes')
  for (const { name, mean, cores, memory } of usage)
    line(
      name,
      `${number(mean * seconds)} s of a core: ${number(mean, 2)} cores, at most ${number(cores, 2)}; at most ${number(memory, 0)} MiB`
    )
  // One thread matters in each of these; Postgres has one per connection.
  const single = usage.filter(({ name }) => name !== 'postgres').sort((a, b) => b.mean - a.mean)
  const [first] = single
  if (first)
    line(
      'the first to be full, computed',
      `${first.name}, at ${number(1 / first.mean)} times this load on average, ${number(1 / first.cores)} times at its peak`
    )
}

function planOf(): Plan {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      teams: { type: 'string', default: '500' },
      players: { type: 'string', default: '2000' },
      hours: { type: 'string', default: '0.05' },
      challenges: { type: 'string', default: '30' }
    }
  })
  const plan = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, Number(text)])
  ) as unknown as Plan
  for (const [name, value] of Object.entries(plan))
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  if (plan.players % plan.teams !== 0) throw new Error('--players must be a multiple of --teams')
  return plan
}

/** Starts processes of viewers on sockets, which measure how late deltas arrive. */
async function viewers(port: number, game: number, count: number) {
  const child = fork(new URL('./support/sockets.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const ready = nextMessage<{ ready: number }>(child)
  child.send({ start: { port, game, count } })
  await ready
  return async (sent: Course['sent']) => {
    const finished = nextMessage<Delivered>(child)
    child.send({ finish: { sent } })
    return Float64Array.from((await finished).waits).sort()
  }
}

/**
 * A whole event in little time, as an open loop: players arrive, log in, read, download, guess and solve, with sockets.
 * `--teams --players --hours --challenges`. Instances have a benchmark of their own.
 */
export async function benchEvent(): Promise<void> {
  const plan = planOf()
  const platform = await startPlatform({ HALYARD_ADMIN_PASSWORD: ADMIN_PASSWORD })
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 })
  try {
    const game = await seed(pool, { ...plan, members: plan.players / plan.teams })
    const { rows } = await pool.query<{ name: string }>(
      `WITH hashed AS (UPDATE users SET password_hash = $2 WHERE id IN (SELECT user_id FROM registrations WHERE game_id = $1)
         RETURNING id, user_name)
       SELECT user_name AS name FROM hashed ORDER BY split_part(user_name, '-', 2)::int`,
      [game.gameId, await hashPassword(PASSWORD)]
    )
    const world = {
      port: platform.port,
      game,
      names: rows.map(({ name }) => name),
      file: await upload(platform, game)
    }
    heading(
      `An event: ${number(plan.players)} players of ${number(plan.teams)} teams, ${plan.challenges} challenges, ${number(plan.hours * 60)} minutes`
    )
    const close = await viewers(platform.port, game.gameId, Math.round(plan.players * ON_SOCKETS))
    const stores = await watchStores(platform, pool)
    const usage = new Usage(platform.children)
    const course = new Course()
    const from = performance.now() + 2000
    const to = from + plan.hours * HOUR_MS
    const acts = script(plan, from, to)
    const players = acts.map((_, index) => new Player(world, index, course))
    await Promise.all(
      acts.flatMap((own, index) =>
        own.map(([act, due, challenge]) => players[index]!.act(act, due, challenge))
      )
    )
    for (const player of players) player.close()
    const seconds = (performance.now() - from) / 1000
    report(course, usage.end(), seconds)
    await stores.report()
    await sleep(2000)
    const waits = await close(course.sent)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => number(quantile(waits, q)))
    line('flag sent → delta received', `p50 ${p50} p95 ${p95} p99 ${p99} ms (${number(waits.length)})`)
    const { rows: solves } = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM solves WHERE game_id = $1',
      [game.gameId]
    )
    line(
      'solves stored',
      `${number(solves[0]!.n)} of ${number(course.times.get('right')?.length ?? 0)} right flags`
    )
  } finally {
    await pool.end()
    await platform.stop()
  }
}
