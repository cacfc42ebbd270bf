import pg from 'pg'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { quantile } from './support/load'
import { startPlatform } from './support/platform'
import { heading, line, number } from './support/report'
import { seed, seedLedger } from './support/seed'

const RUNS = 3
const PHONE = { width: 390, height: 844 }
const CPU_SLOWDOWN = 4
/** 500 kbit/s both ways. */
const LINE = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }
const GAME = { teams: 25, challenges: 18 }
const SOLVES = 300

interface Shown {
  name: string
  path: string
  rows: string
  cookie?: string
}

/** A visit without cache: milliseconds from the start of the navigation, and the traffic. */
interface Visit {
  requests: number
  bytes: Record<'all' | 'script' | 'style' | 'font' | 'page', number>
  fcp: number
  lcp: number
  rows: number
  interactive: number
  shift: number
  longTasks: number[]
}

interface Noted {
  fcp: number
  lcp: number
  rows: number
  interactive: number
  shift: number
  longTasks: number[]
}

/**
 * Notes in the page when its rows are drawn and when its islands are hydrated; a page without islands is interactive once
 * its own script has run. Frames are only drawn when no style sheet is outstanding.
 */
function watch(rows: string): void {
  const noted: Noted = { fcp: 0, lcp: 0, rows: 0, interactive: 0, shift: 0, longTasks: [] }
  Object.assign(globalThis, { noted })
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.lcp = startTime
  })
  observe('layout-shift', (entry) => {
    noted.shift += (entry as PerformanceEntry & { value: number }).value
  })
  observe('longtask', ({ duration }) => noted.longTasks.push(Math.round(duration)))
  const isAwake = () => {
    const islands = [...document.querySelectorAll('[data-island]:not([data-on=visible])')]
    const booted = document.documentElement.dataset.ahead !== undefined
    return (
      document.readyState !== 'loading' &&
      booted &&
      islands.every((one) => 'awake' in (one as HTMLElement).dataset)
    )
  }
  let there = false
  const look = (now: number) => {
    // The previous frame had them.
    if (!noted.rows && there) noted.rows = now
    there ||= document.querySelector(rows) !== null
    if (!noted.interactive && isAwake()) noted.interactive = now
    if (!noted.rows || !noted.interactive) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const KIND: Record<string, keyof Visit['bytes']> = {
  Document: 'page',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font'
}

/** Counts the requests of a page, with its socket. */
function countTraffic(session: CDPSession): Pick<Visit, 'requests' | 'bytes'> {
  const traffic = { requests: 0, bytes: { all: 0, script: 0, style: 0, font: 0, page: 0 } }
  const kinds = new Map<string, keyof Visit['bytes']>()
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    traffic.requests++
    const isScript = new URL(request.url).pathname.endsWith('.js')
    const kind = isScript ? 'script' : KIND[type ?? '']
    if (kind) kinds.set(requestId, kind)
  })
  session.on('Network.webSocketCreated', () => traffic.requests++)
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes.all += encodedDataLength
    const kind = kinds.get(requestId)
    if (kind) traffic.bytes[kind] += encodedDataLength
  })
  return traffic
}

/** @param slow a slow line and a slow processor */
async function newPage(context: BrowserContext, rows: string, slow: boolean) {
  const page = await context.newPage()
  // tsx calls this function, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.addInitScript(watch, rows)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (slow) {
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  }
  return { page, session }
}

async function visit(
  browser: Browser,
  url: string,
  { path, rows, cookie }: Shown,
  slow = true
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: PHONE, isMobile: true, hasTouch: true })
  const [name, value] = cookie?.split('=') ?? []
  if (name && value) await context.addCookies([{ name, value, url }])
  try {
    const { page, session } = await newPage(context, rows, slow)
    const traffic = countTraffic(session)
    await page.goto(path)
    return { ...traffic, ...(await notedOf(page)) }
  } finally {
    await context.close()
  }
}

async function notedOf(page: Page): Promise<Noted> {
  const read = () => (globalThis as unknown as { noted: Noted }).noted
  await page.waitForFunction(() => {
    const { noted } = globalThis as unknown as { noted: Noted }
    return noted.rows > 0 && noted.interactive > 0 && noted.fcp > 0
  })
  // For the socket and late fonts.
  await page.waitForLoadState('networkidle')
  return page.evaluate(read)
}

const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5
  )

/** Prints a page; `base` is the first paint of a text file on the same line, the lower limit. */
function printVisits(name: string, visits: Visit[], base: number, goal: string): void {
  const of = (figure: (visit: Visit) => number) => median(visits.map(figure))
  const bytes = (kind: keyof Visit['bytes']) => number(of((one) => one.bytes[kind]) / 1024)
  const time = (figure: 'fcp' | 'lcp' | 'rows' | 'interactive') => {
    const ms = of((one) => one[figure])
    return `${number(ms, 0)} (×${number(ms / base, 2)})`
  }
  line(
    name,
    `${of(({ requests }) => requests)} requests; kB ${bytes('all')}: page ${bytes('page')}, styles ${bytes('style')}, script ${bytes('script')}, fonts ${bytes('font')}`
  )
  line(
    '',
    `first paint ${time('fcp')}, largest ${time('lcp')}, rows ${time('rows')}, interactive ${time('interactive')} ms${goal}`
  )
  const tasks = visits.map(({ longTasks }) => longTasks.toSorted((a, b) => b - a))
  const worst = tasks.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))[Math.floor(tasks.length / 2)]!
  line(
    '',
    `long tasks ${worst.join(', ') || 'none'} ms; layout shift ${number(
      of(({ shift }) => shift),
      3
    )}`
  )
}

async function boardIsThere(url: string, gameId: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/api/game/${gameId}/scoreboard`)
    if (answer.ok && /"score":[1-9]/.test(await answer.text())) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The board did not show its solves within 20 s')
}

/** First visits on a slow phone: 390 px, a quarter of the processor's speed, 500 kbit/s, 400 ms. */
export async function benchSlowPhone(): Promise<void> {
  const platform = await startPlatform()
  const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  })
  try {
    const url = `http://127.0.0.1:${platform.port}`
    const game = await seed(pool, GAME)
    await seedLedger(pool, game, SOLVES)
    await boardIsThere(url, game.gameId)
    const cookie = game.cookies[0]!
    const own = `/games/${game.gameId}`
    const player = { interactive: 4000, rows: 2000 }
    const pages: Shown[] = [
      { name: 'home of a visitor', path: '/', rows: 'main h2' },
      { name: 'games of a visitor', path: '/games', rows: 'main h3, main a' },
      { name: 'game of a visitor', path: own, rows: 'main h1' },
      { name: 'challenges of a player', path: `${own}/Challenges`, rows: '.chal', cookie },
      { name: 'scoreboard of a player', path: `${own}/Scoreboard`, rows: '.matrix .rows [data-team]', cookie }
    ]
    heading(
      `A cold visit on a slow phone: ${PHONE.width} px, CPU at a ${CPU_SLOWDOWN}th, 500 kbit/s, ${LINE.latency} ms; ${GAME.teams} teams × ${GAME.challenges} challenges; medians of ${RUNS}`
    )
    const text = await firstText(browser, url)
    line('first paint of a text file', `${number(text, 0)} ms`)
    for (const shown of pages) {
      await visit(browser, url, shown, false)
      const visits: Visit[] = []
      for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, url, shown))
      const goal = shown.cookie ? `; goals: rows ≤ ${player.rows}, interactive ≤ ${player.interactive}` : ''
      printVisits(shown.name, visits, text, goal)
    }
  } finally {
    await browser.close()
    await pool.end()
    await platform.stop()
  }
}

async function firstText(browser: Browser, url: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ baseURL: url, viewport: PHONE, isMobile: true })
    const { page } = await newPage(context, 'pre', true)
    await page.goto('/robots.txt')
    await page.waitForFunction(() => (globalThis as unknown as { noted: Noted }).noted.fcp > 0)
    times.push(await page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted.fcp))
    await context.close()
  }
  return median(times)
}
