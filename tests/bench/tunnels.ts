import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { imageOf, removeImage } from '../support/instances/engine'
import type { Orders, Way } from './drain'
import { guarded, InstanceGame } from './support/instance-game'
import { quantile } from './support/load'
import { type Latencies, steadyPages } from './support/pages'
import { type Platform, startPlatform } from './support/platform'
import { cpuSeconds, residentMiB } from './support/processes'
import { heading, number, type Row, row, table } from './support/report'

const IMAGE = 'local/bench-tunnels:1'
/** After a first line: echoes; after `zeros` sends zeros for ever; after `some N` N times 64 KiB. */
const SERVICE = `#!/bin/sh
read -r word count
case "$word" in
  zeros) exec dd if=/dev/zero bs=64k 2>/dev/null ;;
  some) exec dd if=/dev/zero bs=64k count="$count" 2>/dev/null ;;
  *) exec cat ;;
esac
`
const MIB = 1024 * 1024
const PER_TICKET = 16
const [PLAIN, RECORDED] = [0, 1]
const TEAMS = 63
/** Recorded instances, one per measurement. */
const RECORDINGS = 5
const FULL = 64
const QUIET_MS = 10_000

/** One instance, by its tunnel and directly on the engine's machine. */
interface Reached {
  tunnel: Way & { url: string }
  direct: Way & { host: string; port: number }
}

interface Bench {
  platform: Platform
  pool: pg.Pool
  game: InstanceGame
  rows: Row[]
}

const sorted = (values: number[]) => Float64Array.from(values).sort()

async function reached({ platform, pool, game }: Bench, challenge: number, team: number): Promise<Reached> {
  const entry = await game.entry(challenge, team)
  const { rows } = await pool.query<{ address: string; port: number }>(
    `SELECT n.address, n.port FROM instance_tickets t
     JOIN instance_endpoints n ON n.instance_id = t.instance_id AND n.position = t.position WHERE t.id = $1`,
    [entry]
  )
  const { address: host, port } = rows[0]!
  return { tunnel: { url: `ws://127.0.0.1:${platform.port}/api/proxy/${entry}` }, direct: { host, port } }
}

interface Line {
  send(data: string): void
  /** Resolves with the milliseconds until this many more bytes have come. */
  until(bytes: number): Promise<number>
  close(): void
}

async function lineOf(way: Way): Promise<Line> {
  let heard = 0
  let onReceived: (() => void) | undefined
  const count = (chunk: Buffer) => {
    heard += chunk.length
    onReceived?.()
  }
  const until = async (bytes: number) => {
    const begun = performance.now()
    const goal = heard + bytes
    await new Promise<void>((resolve) => {
      onReceived = () => heard >= goal && resolve()
    })
    return performance.now() - begun
  }
  if ('url' in way) {
    const socket = new WebSocket(way.url, { perMessageDeflate: false })
    await once(socket.on('message', count), 'open')
    return { send: (data) => socket.send(data), until, close: () => socket.terminate() }
  }
  const socket = connect({ ...way, noDelay: true })
  await once(socket.on('data', count), 'connect')
  return { send: (data) => void socket.write(data), until, close: () => void socket.destroy() }
}

async function roundTrips(way: Way, count: number): Promise<number[]> {
  const line = await lineOf(way)
  const word = `${'x'.repeat(63)}\n`
  line.send('echo\n')
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const heard = line.until(word.length)
    line.send(word)
    times.push(await heard)
  }
  line.close()
  return times
}

async function latency({ rows }: Bench, { tunnel, direct }: Reached): Promise<void> {
  const times: { ours: number[]; raw: number[] } = { ours: [], raw: [] }
  await roundTrips(tunnel, 200)
  // In turn, so that other load on the machine affects both.
  for (let round = 0; round < 10; round++) {
    times.raw.push(...(await roundTrips(direct, 200)))
    times.ours.push(...(await roundTrips(tunnel, 200)))
  }
  for (const share of [0.5, 0.95]) {
    const [ours, raw] = [quantile(sorted(times.ours), share), quantile(sorted(times.raw), share)]
    rows.push(row(`round trip, p${share * 100}`, ours, raw, share === 0.5 ? 'raw + 0.3' : '', 'ms', 3))
  }
}

async function rateOf(way: Way, mib: number): Promise<number> {
  const line = await lineOf(way)
  const heard = line.until(mib * MIB)
  line.send(`some ${mib * 16}\n`)
  const ms = await heard
  line.close()
  return mib / (ms / 1000)
}

async function throughput(bench: Bench, plain: Reached, recorded: Reached[]): Promise<void> {
  const rates = { raw: [] as number[], ours: [] as number[], taped: [] as number[] }
  await rateOf(plain.tunnel, 16)
  // A recording ends at the quota of its instance, so each instance sends a little less, once.
  for (const one of recorded) {
    rates.raw.push(await rateOf(plain.direct, 128))
    rates.ours.push(await rateOf(plain.tunnel, 128))
    rates.taped.push(await rateOf(one.tunnel, 48))
  }
  const median = (values: number[]) => quantile(sorted(values), 0.5)
  const raw = median(rates.raw)
  bench.rows.push(row('throughput of one', median(rates.ours), raw, '≥ 50', 'MiB/s', 0))
  bench.rows.push(row('throughput of one, recorded', median(rates.taped), raw, '≥ 20', 'MiB/s', 0))
  const { rows } = await bench.pool.query<{ bytes: string; dropped: string }>(
    'SELECT sum(bytes) AS bytes, sum(dropped) AS dropped FROM captures'
  )
  const [kept, lost] = [Number(rows[0]!.bytes), Number(rows[0]!.dropped)].map((bytes) => number(bytes / MIB))
  bench.rows.push({ figure: 'recorded, left out', ours: `${kept}, ${lost}`, raw: '', ratio: '', goal: 'MiB' })
}

interface Drain {
  bytes(): Promise<number>
}

const messageOf = async <T>(child: ChildProcess) => (await once(child, 'message'))[0] as T

async function drain(ways: Way[], word: string): Promise<Drain> {
  const child = fork(new URL('./drain.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const order = (orders: Orders) => void child.send(orders)
  const open = messageOf(child)
  order({ begin: { ways, word } })
  await open
  return {
    async bytes() {
      const answer = messageOf<{ bytes: number }>(child)
      order({ stop: true })
      return (await answer).bytes
    }
  }
}

async function idle({ platform, rows }: Bench, all: Reached[]): Promise<void> {
  const own = platform.children.filter(({ name }) => name !== 'postgres' && name !== 'redis')
  const memory = () => own.reduce((sum, { pid }) => sum + residentMiB(pid), 0)
  const ways = all.flatMap(({ tunnel }) => Array<Way>(PER_TICKET).fill(tunnel)).slice(0, 1000)
  const before = memory()
  const held = await drain(ways, '')
  await sleep(5000)
  const taken = memory() - before
  rows.push({
    ...{ figure: `memory of ${ways.length} idle tunnels, all processes`, goal: '≤ 40 MiB' },
    ...{ ours: `${number(taken)} MiB`, raw: '', ratio: '' }
  })
  await held.bytes()
  // Connections are counted until the platform has noticed their end.
  await sleep(3000)
}

/** Pages of a player and a visitor while tunnels are busy, beside as many busy direct connections. */
async function pages(bench: Bench, all: Reached[]): Promise<void> {
  const { platform, game, rows } = bench
  const during = async (ways: Way[]) => {
    const before = platform.children.map(({ pid }) => cpuSeconds(pid))
    const held = await drain(ways, 'zeros\n')
    const end = Date.now() + QUIET_MS
    const latencies: Latencies = await steadyPages(platform.port, game.game, () => Date.now() > end)
    const rate = (await held.bytes()) / MIB / (QUIET_MS / 1000)
    const cpu = platform.children.map(({ name, pid }, n) => [name, cpuSeconds(pid) - before[n]!] as const)
    return { latencies, rate, cpu }
  }
  const four = all.slice(0, FULL / PER_TICKET)
  const times = (pick: (one: Reached) => Way) => four.flatMap((one) => Array<Way>(PER_TICKET).fill(pick(one)))
  const quiet = await during([])
  const raw = await during(times(({ direct }) => direct))
  const full = await during(times(({ tunnel }) => tunnel))
  for (const [n, name] of ['GET / anonymous', 'challenges, signed in'].entries()) {
    const [ours, theirs, alone] = [full, raw, quiet].map(({ latencies }) => quantile(latencies[n]!, 0.95))
    rows.push(row(`${name}, p95 while nothing else happens`, alone!, alone!, '', 'ms', 1))
    rows.push(row(`${name}, p95 while ${FULL} run full`, ours!, theirs!, '≤ 1.2 × nothing', 'ms', 1))
  }
  rows.push(row(`throughput of ${FULL} together`, full.rate, raw.rate, '', 'MiB/s', 0))
  heading('CPU while they run full, cores')
  const seconds = QUIET_MS / 1000
  const cores = full.cpu.map(([name, used]) => `${name} ${number(used / seconds, 2)}`)
  process.stdout.write(`  ${cores.join(', ')}\n`)
}

/** Tunnels to instances on a real engine, beside direct connections to the same services. */
export async function benchTunnels(): Promise<void> {
  const { TEST_DOCKER_HOST: host } = process.env
  if (!host) throw new Error('npm run bench -- tunnels gets an engine; this was started without')
  await imageOf(IMAGE, {
    cmd: ['/bin/nc', '-ll', '-p', '80', '-e', '/service'],
    files: { '/service': SERVICE }
  })
  const platform = await startPlatform({
    ...{ DOCKER_HOST: host, INSTANCE_ENTRY: 'tunnel', INSTANCE_BIND: '127.0.0.1' },
    PUBLIC_URL: undefined
  })
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 4 })
  try {
    await guarded(pool)
    const url = `http://127.0.0.1:${platform.port}`
    const game = await InstanceGame.make(pool, url, IMAGE, { teams: TEAMS, challenges: 2 })
    await pool.query('UPDATE challenges SET traffic_capture = true WHERE id = $1', [
      game.game.challengeIds[RECORDED!]
    ])
    const bench: Bench = { platform, pool, game, rows: [] }
    heading(`Starting ${TEAMS + RECORDINGS} instances`)
    await game.startMany(PLAIN!, TEAMS)
    await game.startMany(RECORDED!, RECORDINGS)
    const teams = Array.from({ length: TEAMS }, (_, team) => team)
    const plain = await Promise.all(teams.map((team) => reached(bench, PLAIN!, team)))
    const recorded = await Promise.all(
      teams.slice(0, RECORDINGS).map((team) => reached(bench, RECORDED!, team))
    )
    for (const [name, part] of [
      ['Round trips', () => latency(bench, plain[0]!)],
      ['Throughput', () => throughput(bench, plain[0]!, recorded)],
      ['Idle tunnels', () => idle(bench, plain)],
      ['Pages while tunnels run full', () => pages(bench, plain)]
    ] as const) {
      heading(name)
      await part()
    }
    heading('Tunnels, beside direct connections in the same run')
    table(bench.rows)
  } finally {
    await pool.end()
    await platform.stop()
    await removeImage(IMAGE)
  }
}
