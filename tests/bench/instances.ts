import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Course, guarded, InstanceGame } from './support/instance-game'
import { quantile } from './support/load'
import { steadyPages } from './support/pages'
import { type Platform, startPlatform } from './support/platform'
import { cpuSeconds, residentMiB } from './support/processes'
import { RawEngine, type Running, type Steps } from './support/raw-engine'
import { heading, line, number, type Row, table } from './support/report'

/** One challenge per part, because a team has to wait before it restarts one. */
const [WARM, ALONE, AT_ONCE, MANY, PAGES] = [0, 1, 2, 3, 4]
const FULL = 120
const QUIET_SECONDS = 15

interface Bench {
  platform: Platform
  raw: RawEngine
  game: InstanceGame
  rows: Row[]
}

const sorted = (values: number[]) => Float64Array.from(values).sort()
const ratio = (ours: number, raw: number) => number(ours / raw, 2)

function beside(bench: Bench, figure: string, ours: number, raw: number, goal: string, unit = 'ms'): void {
  const digits = unit === 'ms' ? 0 : 1
  const text = (value: number) => `${number(value, digits)} ${unit}`
  bench.rows.push({ figure, ours: text(ours), raw: text(raw), ratio: ratio(ours, raw), goal })
}

function own(bench: Bench, figure: string, ours: string, goal: string): void {
  bench.rows.push({ figure, ours, raw: '', ratio: '', goal })
}

/** Raw and ours in turn, so that other load on the machine affects both. */
async function alone(bench: Bench): Promise<void> {
  const { raw, game } = bench
  const count = 20
  const times = { raw: [] as number[], ours: [] as number[], rawStops: [] as number[], stops: [] as number[] }
  const running: Running[] = []
  for (let n = 0; n < count; n++) {
    running.push(await raw.start(n))
    times.ours.push(await game.start(ALONE!, n))
  }
  await game.unpause()
  for (const [n, one] of running.entries()) {
    times.rawStops.push(await raw.remove(one))
    times.stops.push(await game.stop(ALONE!, n))
  }
  times.raw = running.map(({ ms }) => ms)
  for (const [share, goal] of [
    [0.5, '≤ 1.6 × raw'],
    [0.95, '≤ 1.6 × raw']
  ] as const) {
    const [ours, theirs] = [quantile(sorted(times.ours), share), quantile(sorted(times.raw), share)]
    beside(bench, `start → ready alone, p${share * 100} of ${count}`, ours, theirs, goal)
  }
  for (const share of [0.5, 0.95]) {
    const [ours, theirs] = [quantile(sorted(times.stops), share), quantile(sorted(times.rawStops), share)]
    beside(bench, `stop alone, p${share * 100} of ${count}`, ours, theirs, share === 0.95 ? '≤ 500 ms' : '')
  }
  printSteps(await game.courses(ALONE!), times, running)
}

function printSteps(
  courses: Course[],
  { ours, stops }: { ours: number[]; stops: number[] },
  raw: Running[]
): void {
  const median = (values: number[]) => number(quantile(sorted(values), 0.5), 0)
  const of = (part: (course: Course) => number) => median(courses.map(part))
  const step = (name: keyof Steps) => median(raw.map(({ steps }) => steps[name]))
  heading('A start alone, medians in ms')
  line('answer', median(ours))
  line(
    '· stored → claimed',
    of(({ requested, claimed }) => claimed - requested)
  )
  line(
    '· claimed → container started',
    of(({ claimed, created }) => created - claimed)
  )
  line(
    '· container started → ready',
    of(({ created, ready }) => ready - created)
  )
  const steps = (['network', 'create', 'start', 'connect'] as const).map(step)
  line('raw: network, create, start, connect', steps.join(', '))
  heading('A stop alone, medians in ms')
  line('answer', median(stops))
  line(
    '· stored → removed',
    of(({ ending, ended }) => (ended ?? Number.NaN) - (ending ?? Number.NaN))
  )
}

async function atOnce(bench: Bench): Promise<void> {
  const { raw, game } = bench
  const count = 40
  const theirs = (await raw.startMany(count)).ready.at(-1)!
  const begun = await game.startMany(AT_ONCE!, count)
  const ours = (await game.courses(AT_ONCE!)).at(-1)!.ready - begun
  beside(bench, `${count} at once, until all are ready`, ours / 1000, theirs / 1000, '≤ 1.3 × raw', 's')
  await game.expireIn(AT_ONCE!, count, 0)
  await game.gone()
}

/** Starts per second over the first and the last thirty, by when each was ready. */
function rates(ready: number[]): { first: number; last: number } {
  const part = 30
  return {
    first: part / (ready[part - 1]! / 1000),
    last: part / ((ready.at(-1)! - ready.at(-1 - part)!) / 1000)
  }
}

async function many(bench: Bench): Promise<void> {
  const { raw, game, platform } = bench
  const alone = await raw.startMany(FULL)
  const theirs = rates(alone.ready)
  const before = platform.children.map(({ pid }) => cpuSeconds(pid))
  const begun = await game.startMany(MANY!, FULL)
  heading(`CPU of each of ${FULL} starts in ms`)
  for (const [n, { name, pid }] of platform.children.entries())
    line(name, number(((cpuSeconds(pid) - before[n]!) * 1000) / FULL))
  const ours = rates((await game.courses(MANY!)).map(({ ready }) => ready - begun))
  beside(bench, `${FULL} instances: the first 30`, ours.first, theirs.first, '', '/s')
  beside(bench, `${FULL} instances: the last 30`, ours.last, theirs.last, 'as the first', '/s')
  const jobs = platform.children.find(({ name }) => name === 'jobs')
  if (jobs) own(bench, `memory of jobs with ${FULL}`, `${number(residentMiB(jobs.pid), 0)} MiB`, '≤ 200 MiB')
  const ending = 30
  await game.expireIn(MANY!, ending, 3)
  await game.gone(FULL - ending)
  const late = (await game.courses(MANY!)).flatMap(({ ended, expires }) => (ended ? ended - expires : []))
  const [ours30, theirs30] = [Math.max(...late) / 1000, alone.removed[ending - 1]! / 1000]
  beside(bench, `${ending} end at once: the latest is gone after`, ours30, theirs30, '≤ 6 s', 's')
  await game.expireIn(MANY!, FULL, 0)
  await game.gone()
}

/** Pages during starts by the platform and by the raw engine; the difference is the platform's cost. */
async function pagesMeanwhile(bench: Bench): Promise<void> {
  const count = 100
  const during = async (starts: Promise<unknown>) => {
    let done = false
    const all = starts.finally(() => {
      done = true
    })
    const [latencies] = await Promise.all([
      steadyPages(bench.platform.port, bench.game.game, () => done),
      all
    ])
    return latencies
  }
  const quiet = await during(sleep(QUIET_SECONDS * 1000))
  const raw = await during(bench.raw.startMany(count))
  const busy = await during(bench.game.startMany(PAGES!, count))
  for (const [n, name] of ['GET / anonymous', 'challenges, signed in'].entries()) {
    const [ours, theirs, alone] = [busy, raw, quiet].map((all) => quantile(all[n]!, 0.95))
    own(bench, `${name}, p95 while nothing starts`, `${number(alone!)} ms`, '')
    beside(bench, `${name}, p95 during ${count} starts`, ours!, theirs!, '≤ 1.2 × nothing')
  }
  await bench.game.expireIn(PAGES!, count, 0)
  await bench.game.gone()
}

/** Instances on a real engine through the built processes, beside the same engine called directly. */
export async function benchInstances(): Promise<void> {
  const { TEST_DOCKER_HOST: host, TEST_IMAGE: image } = process.env
  if (!host || !image) throw new Error('npm run bench -- instances gets an engine; this was started without')
  const platform = await startPlatform({
    DOCKER_HOST: host,
    INSTANCE_BIND: '127.0.0.1',
    PUBLIC_URL: undefined
  })
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 4 })
  try {
    await guarded(pool)
    const url = `http://127.0.0.1:${platform.port}`
    const game = await InstanceGame.make(pool, url, image, { teams: FULL, challenges: 5 })
    const bench: Bench = { platform, raw: new RawEngine(host, image), game, rows: [] }
    await bench.raw.startMany(1)
    await game.startMany(WARM!, 1)
    await game.expireIn(WARM!, 1, 0)
    await game.gone()
    for (const part of [alone, atOnce, many, pagesMeanwhile]) await part(bench)
    const { containers, networks } = await bench.raw.leftovers()
    own(bench, 'left on the engine: containers, networks', `${containers}, ${networks}`, '0, 0')
    heading('Instances, beside the engine asked directly in the same run')
    table(bench.rows)
  } finally {
    await pool.end()
    await platform.stop()
  }
}
