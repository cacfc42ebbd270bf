import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HalyardContext } from '~/app/request/context'
import type { Encoding } from '~/server/platform/encoding'
import { cookiesOf, languageCookie, readCookie } from '~/server/platform/network/cookies'
import type { Application } from './application'
import { compress, type Effort, encodingFor } from './encoding'
import { escapeRemixPath } from './remix-internals'
import type { SessionNames } from './session-names'
import { goneOf, webRequest } from './web-request'

interface Page {
  status: number
  headers: [string, string][]
  body: Buffer
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

export interface PageRequest {
  req: IncomingMessage
  res: ServerResponse
  path: string
  context: HalyardContext
}

const TTL_MS = 1000
const MAX_PAGES = 500
/** Milliseconds that visitors may get an older copy under overload. */
const OLDER_TTL_MS = 30_000
const MAX_OLDER = 200
/** Fits the longest text of a form, encoded threefold. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Cookies that change an anonymous page. Any other cookie keeps it out of the shared cache. */
const HARMLESS = new Set(['theme', 'custom-theme', 'language'])

function sharedKey(req: IncomingMessage, locale: string): string | null {
  if (req.method !== 'GET') return null
  const cookies = Object.entries(cookiesOf(req.headers.cookie))
  if (!cookies.every(([name]) => HARMLESS.has(name))) return null
  return JSON.stringify([req.url, locale, req.headers.host, ...cookies.sort()])
}

function encoded(page: Page, encoding: Encoding, effort: Effort): Promise<Buffer> {
  page.encoded[encoding] ??= compress(encoding, page.body, effort)
  return page.encoded[encoding]
}

/** Stores the language of the address (docs/rules/interface.md#languages); null when nothing is to be stored. */
async function choiceOf({ req, context }: PageRequest): Promise<string | null> {
  const asked = await context.translator.localeOfQuery(req.url ?? '/')
  const isKept = asked === null || readCookie(req.headers.cookie ?? null, 'language') === asked
  return isKept ? null : languageCookie(asked)
}

class OlderPages {
  readonly #pages = new Map<string, { page: Page; at: number }>()

  keep(key: string, page: Page): void {
    this.#pages.delete(key)
    const at = performance.now()
    this.#pages.set(key, { page, at })
    if (this.#pages.size > MAX_OLDER) this.#pages.delete(this.#pages.keys().next().value!)
    // Compares `at`, not the page: the timer must not keep a replaced page in memory.
    setTimeout(() => this.#pages.get(key)?.at === at && this.#pages.delete(key), OLDER_TTL_MS).unref()
  }

  find(key: string): Page | null {
    const kept = this.#pages.get(key)
    if (!kept) return null
    const { page, at } = kept
    const age = String(Math.round((performance.now() - at) / 1000))
    return { ...page, headers: [...page.headers, ['Age', age]] }
  }
}

async function send(
  request: PageRequest,
  sessionNames: SessionNames,
  page: Page,
  effort: Effort
): Promise<void> {
  const { req, res } = request
  const type = page.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const encoding = encodingFor(req, type, page.body.length)
  const body = encoding ? await encoded(page, encoding, effort) : page.body
  res.statusCode = page.status
  // A page that shared caches may keep contains no session and no choice of a visitor.
  const isShared = page.headers.some(
    ([name, value]) => /^cache-control$/i.test(name) && value.startsWith('public')
  )
  // Headers of the page replace the general ones; only cookies add up.
  for (const [name, value] of page.headers)
    if (!/^set-cookie$/i.test(name)) res.setHeader(name, value)
    else if (!isShared) res.appendHeader(name, sessionNames(value))
  const language = isShared ? null : await choiceOf(request)
  if (language) res.appendHeader('Set-Cookie', language)
  res.appendHeader('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  // The answer to a form may hold a secret that is shown once.
  const fallback = req.method === 'POST' ? 'private, no-store' : 'private, no-cache'
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', fallback)
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

export interface Pages {
  serve(request: PageRequest): Promise<void>
  serveOlder(request: PageRequest): Promise<boolean>
}

/** Serves Remix pages; visitors who request the same page within a second share one rendering. */
export function createPages(
  { site }: Pick<Application, 'site'>,
  sessionNames: SessionNames,
  policy: (context: HalyardContext) => string
): Pages {
  const shared = new Map<string, Promise<Page>>()
  const older = new OlderPages()

  /** `gone` fires when the visitor has left; null: the page is always wanted. */
  const render = async ({ req, context }: PageRequest, gone: (() => AbortSignal) | null): Promise<Page> => {
    // Renders HEAD like GET, so that the headers are the same.
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET')
    const asked = {
      method,
      url: new URL(escapeRemixPath(req)),
      cookies: req.headers.cookie ?? null,
      request: () => webRequest(req, { method, signal: gone?.() ?? null, limit: BODY_LIMIT })
    }
    const answer = await (await site()).page(asked, context)
    const whole = !(answer instanceof Response)
    const body = whole ? answer.body : Buffer.from(await answer.arrayBuffer())
    const headers: [string, string][] = whole ? Object.entries(answer.headers) : [...answer.headers]
    // A page that ends or starts a session decides which cookie is sent.
    const name = context.renewedCookie?.split('=')[0]
    const replaced = !whole && answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))
    if (context.renewedCookie && !replaced) headers.push(['Set-Cookie', context.renewedCookie])
    headers.push(...Object.entries(context.pageHeaders))
    headers.push(['Content-Security-Policy', policy(context)])
    return { status: whole ? 200 : answer.status, headers, body, encoded: {} }
  }

  const sharedPage = (key: string, request: PageRequest): Promise<Page> => {
    const known = shared.get(key)
    if (known) return known
    if (shared.size >= MAX_PAGES) shared.clear()
    // No abort signal, because others wait for this page too.
    const page = render(request, null)
    shared.set(key, page)
    const drop = () => shared.get(key) === page && shared.delete(key)
    // A timer, so that a page without further requests leaves memory.
    setTimeout(drop, TTL_MS).unref()
    // Errors, redirects and replies with a cookie belong to one reader.
    page.then((made) => {
      if (made.status !== 200 || made.headers.some(([name]) => name.toLowerCase() === 'set-cookie')) drop()
      else older.keep(key, made)
    }, drop)
    return page
  }

  return {
    async serve(request) {
      const { req, res, context } = request
      const key = sharedKey(req, context.ctx.locale)
      if (key) await send(request, sessionNames, await sharedPage(key, request), 'many')
      else await send(request, sessionNames, await render(request, () => goneOf(res)), 'one')
    },
    async serveOlder(request) {
      const key = sharedKey(request.req, request.context.ctx.locale)
      const page = key === null ? null : older.find(key)
      if (page) await send(request, sessionNames, page, 'many')
      return page !== null
    }
  }
}

/** True if the page may be shared; reads only the request. */
export const isVisitors = (req: IncomingMessage): boolean => sharedKey(req, '') !== null
