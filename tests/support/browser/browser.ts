import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { TIMEOUT } from '../until'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer for a page and the blank one before it: starting a second one takes a fifth of the CPU of most visits.
  '--renderer-process-limit=1'
]

export interface VisitorOptions {
  javaScript?: boolean
  size?: { width: number; height: number }
  /** Absent: no cookie, as for a new visitor. */
  scheme?: 'dark' | 'light'
  /** Accept-Language; en-US without it. */
  locale?: string
  /** Time zone such as `Asia/Tokyo`; that of this machine without it. */
  zone?: string
  touch?: boolean
  /** True if pages may animate; false by default, because tests then wait less. */
  motion?: boolean
  /** `name=value` of a session, as a Client has it. */
  cookie?: string
}

/** A browser profile with the faults of its pages. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Console errors, refused policies, uncaught errors and failed requests, in order. */
  faults: string[]
  /** Opens a path; returns the status once the islands are hydrated. */
  open(path: string): Promise<number>
  where(): string
}

/** The Chromium of this worker, for one platform. */
export interface Browsing {
  /** Visitors of a test are closed after it, because open pages go on working and slow the others. */
  visit(options?: VisitorOptions): Promise<Visitor>
  close(): Promise<void>
}

const startedByWorker = new Map<string, Promise<Browser>>()

/** Starts a Chromium once per worker, and again after a crash. It ends with the worker. */
async function obtainBrowser(isWhole: boolean): Promise<Browser> {
  const { CHROMIUM_PATH = '/usr/bin/chromium', WHOLE_CHROMIUM_PATH = CHROMIUM_PATH } = process.env
  const executablePath = isWhole ? WHOLE_CHROMIUM_PATH : CHROMIUM_PATH
  const started = startedByWorker.get(executablePath)
  if (started && (await started.catch(() => null))?.isConnected()) return started
  const launched = chromium.launch({ executablePath, args: ARGS })
  startedByWorker.set(executablePath, launched)
  return launched
}

/** @param isWhole takes a browser with notifications, which the headless shell of most tests has not */
export async function openBrowser(url: string, isWhole = false): Promise<Browsing> {
  const browser = await obtainBrowser(isWhole)
  const contexts: BrowserContext[] = []
  return {
    async visit(options) {
      const visitor = await visit(browser, url, options)
      if (getCurrentTest()) onTestFinished(() => visitor.context.close())
      else contexts.push(visitor.context)
      return visitor
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    }
  }
}

async function visit(browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const {
    javaScript = true,
    size = DESKTOP,
    scheme,
    locale = 'en-US',
    touch = false,
    motion = false,
    zone,
    cookie
  } = options
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: javaScript,
    viewport: size,
    locale,
    timezoneId: zone,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: motion ? 'no-preference' : 'reduce'
  })
  context.setDefaultTimeout(TIMEOUT)
  if (scheme) await context.addCookies([{ name: 'theme', value: scheme, url }])
  if (cookie) {
    const [name, value] = cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  const faults = watch(page, javaScript)
  return {
    context,
    page,
    faults,
    async open(path) {
      const response = await page.goto(path)
      if (javaScript) await hydrated(page)
      return response?.status() ?? 0
    },
    where() {
      const { pathname, search } = new URL(page.url())
      return pathname + search
    }
  }
}

/** Waits until the near islands are hydrated and fields have their widgets. Needed after a click that opens a page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.waitForFunction(() => {
    const near = (island: Element) => {
      const [box] = [...island.querySelectorAll('*')].flatMap((part) => [...part.getClientRects()])
      return !box || box.top < innerHeight
    }
    if (document.querySelector('[data-awake] [data-widget="coming"]:not(:focus-within)')) return false
    return [...document.querySelectorAll('[data-island]:not([data-awake])')].every(
      (island) => island.getAttribute('data-on') === 'visible' && !near(island)
    )
  })
}

/** Records faults. A page that is left drops its requests, and one without script loads no modules: both are no faults. */
function watch(page: Page, javaScript: boolean): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    const unwanted = !javaScript && request.resourceType() === 'script'
    if (reason !== 'net::ERR_ABORTED' && !unwanted) faults.push(`failed: ${request.url()} ${reason}`)
  })
  return faults
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const AXE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations']
}

/**
 * Faults that axe finds in the page, one line per place. The script comes by the debugger, past the page's policy.
 * @param only ids of the only rules that are tried
 */
export async function violations(page: Page, only?: string[]): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const found = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    only ? { ...AXE, runOnly: only } : AXE
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${oneLine(failureSummary)}`)
  )
}

/** Finishes all animations, because a colour half way has no contrast. */
const settled = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })

const oneLine = (text = '') => text.replace(/\s+/g, ' ')

/** Elements that may be scrolled sideways. */
const WIDE =
  '.matrix-wrap, .table-wrap, .tabs, .segmented, .cat-list, .side, .side-nav, pre, table, textarea, input'

/** Elements that can be scrolled sideways and should not, or the page itself. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate((wide) => {
    const scrolls = (element: Element) =>
      element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
    return [...document.querySelectorAll('html, body *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && scrolls(element))
      .filter((element) => !element.matches(wide))
      .map(({ tagName, className, scrollWidth }) => `${tagName}.${className} ${scrollWidth}`)
  }, WIDE)

/** Bytes of script that the page has loaded, as sent, without headers. */
export const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  )
