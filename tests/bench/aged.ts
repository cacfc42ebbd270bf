import { get } from 'node:http'
import pg from 'pg'
import { type AgedWorld, seedAged } from './support/aged-world'
import { quantile } from './support/load'
import { type Platform, startPlatform } from './support/platform'
import { cpuSeconds, residentMiB } from './support/processes'
import { heading, number } from './support/report'

const ROUNDS = 10
/** Rounds with a second client at the same time. */
const BESIDE_ROUNDS = 3
const GOAL_MS = 50

type Caller = 'Nobody' | keyof AgedWorld['cookies']

/** A request, and who sends it. `encoding`: of the client; absent = no compression. */
interface PageRequest {
  by: Caller
  path: string
  encoding?: string
}

const all = (by: Caller, ...paths: string[]): PageRequest[] => paths.map((path) => ({ by, path }))

function everything({ gameId: g, challengeId: c, teamId: t, userId: u }: AgedWorld): PageRequest[] {
  const monitor = `/games/${g}/monitor`
  const edit = `/admin/games/${g}`
  const game = `/api/game/${g}`
  return [
    ...all(
      'Monitor',
      `${monitor}/Submissions`,
      `${monitor}/Submissions?page=4000`,
      `${monitor}/Submissions?page=11000`,
      ...['Accepted', 'WrongAnswer', 'CheatDetected'].map((type) => `${monitor}/Submissions?type=${type}`),
      `${monitor}/Submissions?team=${t}`,
      `${monitor}/Submissions?challenge=${c}`,
      `${monitor}/Submissions?search=player17`,
      `${monitor}/Events`,
      `${monitor}/Events?page=4000`,
      ...['instances', 'flags', 'cheating'].map((kind) => `${monitor}/Events?kind=${kind}`),
      `${monitor}/Events?team=${t}`,
      `${monitor}/CheatInfo`,
      `${monitor}/CheatInfo?view=table`,
      `${monitor}/Traffic`,
      `${game}/submissions`,
      `${game}/submissions?count=1000`,
      `${game}/submissions?skip=400000`,
      ...['Accepted', 'CheatDetected', 'NotFound'].map((type) => `${game}/submissions?type=${type}`),
      `${game}/events`,
      `${game}/events?skip=100000`,
      `${game}/cheatinfo`,
      `${game}/submissionsheet`,
      `${game}/scoreboardsheet`
    ),
    ...all(
      'Admin',
      `${game}/participations`,
      '/admin/games',
      `${edit}/Info`,
      `${edit}/Notices`,
      `${edit}/Review`,
      `${edit}/Review?search=player17`,
      `${edit}/Writeups`,
      `${edit}/challenges`,
      `${edit}/challenges/${c}`,
      `${edit}/challenges/${c}/Flags`,
      '/admin/Teams',
      `/admin/Teams?team=${t}`,
      '/admin/Teams?search=Team%2017',
      '/admin/Users',
      `/admin/Users?user=${u}`,
      '/admin/Users?search=player17',
      '/admin/Settings',
      '/admin/Files',
      '/admin/Logs',
      '/admin/Logs/Audit',
      '/admin/Instances',
      '/admin/Engines',
      '/api/edit/games',
      `/api/edit/games/${g}`,
      `/api/edit/games/${g}/challenges`,
      `/api/edit/games/${g}/challenges/${c}`,
      `/api/edit/games/${g}/notices`,
      '/api/admin/users',
      '/api/admin/teams',
      `/games/${g}/Scoreboard`
    ),
    ...all('Nobody', `${game}/ctftime`, '/games', `/games/${g}`),
    { by: 'Nobody', path: `${game}/ctftime`, encoding: 'gzip' },
    ...all('User', `/games/${g}/Challenges`, `/games/${g}/Scoreboard`, '/', '/Teams', '/account/Profile')
  ]
}

interface Answer {
  status: number
  ms: number
  bytes: number
}

/** One request on a connection of its own, read to its end. */
function ask(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (res) => {
      let bytes = 0
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      res.on('error', reject)
      res.on('end', () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - begun, bytes }))
    }).on('error', reject)
  })
}

/** Runs `work` while another client sends small requests; returns the longest wait of that client. */
async function longestWaitDuring(port: number, work: () => Promise<void>): Promise<number> {
  let over = false
  let longest = 0
  const other = async () => {
    while (!over) {
      longest = Math.max(longest, (await ask(port, '/healthz', {})).ms)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const asking = other()
  await work()
  over = true
  await asking
  return longest
}

const spent = ({ children }: Platform, name: string) =>
  children.filter((child) => child.name === name).reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)

const cell = (text: string | number, width: number) => String(text).padStart(width)

async function measure(
  platform: Platform,
  world: AgedWorld,
  { by, path, encoding }: PageRequest
): Promise<number> {
  const headers = {
    ...(by !== 'Nobody' && { Cookie: world.cookies[by] }),
    ...(encoding && { 'Accept-Encoding': encoding })
  }
  const once = () => ask(platform.port, path, headers)
  // Fills caches and compiles code.
  await once()
  const answers: Answer[] = []
  const before = ['web', 'postgres'].map((name) => spent(platform, name))
  for (let i = 0; i < ROUNDS; i++) answers.push(await once())
  const [web, postgres] = ['web', 'postgres'].map(
    (name, i) => ((spent(platform, name) - before[i]!) * 1000) / ROUNDS
  )
  const waited = await longestWaitDuring(platform.port, async () => {
    for (let i = 0; i < BESIDE_ROUNDS; i++) await once()
  })
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const p50 = quantile(times, 0.5)
  const odd = answers.find(({ status }) => status !== 200)
  const figures = [
    cell(number(p50), 9),
    cell(number(times.at(-1)!), 9),
    cell(number(answers[0]!.bytes / 1024), 10),
    cell(number(web!, 0), 6),
    cell(number(postgres!, 0), 6),
    cell(number(waited, 0), 7)
  ]
  const note = [p50 > GOAL_MS ? '> 50' : '', odd ? `status ${odd.status}` : ''].filter(Boolean).join(' ')
  process.stdout.write(
    `  ${`${by} ${path}${encoding ? ` (${encoding})` : ''}`.padEnd(64)}${figures.join('')}  ${note}\n`
  )
  return p50
}

/** Milliseconds between two readings of a process' memory. */
const SAMPLE_MS = 50

/** What takes a whole game elsewhere, each once: how long it takes, what web grows by, and who has to wait meanwhile. */
async function measureExports(platform: Platform, { gameId, cookies }: AgedWorld): Promise<void> {
  const web = platform.children.filter(({ name }) => name === 'web')
  const memory = () => Math.max(...web.map(({ pid }) => residentMiB(pid)))
  const widths = [9, 10, 8, 8, 8]
  const print = (name: string, ...cells: (string | number)[]) =>
    process.stdout.write(`  ${name.padEnd(44)}${cells.map((text, i) => cell(text, widths[i]!)).join('')}\n`)
  heading('Exports, each once')
  print('', 'seconds', 'MiB sent', 'web MiB', 'peak', 'others')
  const api = `/api/edit/games/${gameId}`
  for (const path of [`${api}/everything`, `${api}/export`, `${api}/site`, `/api/game/${gameId}/ledger`]) {
    const before = memory()
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, memory())
    }, SAMPLE_MS)
    let answer: Answer | undefined
    const waited = await longestWaitDuring(platform.port, async () => {
      answer = await ask(platform.port, path, { Cookie: cookies.Admin })
    })
    clearInterval(watch)
    const { status, ms, bytes } = answer!
    const figures = [number(ms / 1000), number(bytes / 1024 ** 2), number(before, 0), number(peak, 0)]
    print(path, ...figures, number(waited, 0), ...(status === 200 ? [] : [`  status ${status}`]))
  }
}

/** `npm run bench -- aged`: every page of staff, and the heaviest others, on a database after a large event. */
export async function benchAged(): Promise<void> {
  const platform = await startPlatform()
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 })
  try {
    heading('5,000 teams, 20,000 users, 100 challenges, 568,000 submissions, 20 games')
    const begun = performance.now()
    const world = await seedAged(pool)
    process.stdout.write(`  made in ${number((performance.now() - begun) / 1000)} s\n`)
    const head = ['p50 ms', 'max ms', 'KiB', 'web', 'pg', 'others']
    const widths = [9, 9, 10, 6, 6, 7]
    heading('p50 of 10, CPU ms a request of web and Postgres, longest wait of others meanwhile')
    process.stdout.write(`  ${''.padEnd(64)}${head.map((text, i) => cell(text, widths[i]!)).join('')}\n`)
    let slow = 0
    for (const asked of everything(world)) if ((await measure(platform, world, asked)) > GOAL_MS) slow++
    process.stdout.write(`\n  ${slow} above ${GOAL_MS} ms\n`)
    await measureExports(platform, world)
  } finally {
    await pool.end()
    await platform.stop()
  }
}
