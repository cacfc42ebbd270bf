import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { HalyardContext } from '~/app/request/context'
import type { Encoding } from '~/server/platform/encoding'
import { AppError } from '~/server/platform/errors'
import type { Handle } from './application'
import { compress, type Effort, encodingFor } from './encoding'
import { isMultipart } from './multipart'

/** A whole answer, kept until its second is over; every encoding is made once. */
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

const TTL = 1000
const MAX_PAGES = 500
const BODY_LIMIT = 4 * 1024 * 1024

/** Cookies that change an anonymous page. Any other cookie keeps the page out of the shared cache. */
const HARMLESS = new Set(['theme', 'custom-theme', 'language'])

/** What an anonymous page depends on; null when the request is somebody's own. */
function sharedKey(req: IncomingMessage, locale: string): string | null {
  if (req.method !== 'GET') return null
  const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const seen: string[] = []
  for (const cookie of cookies) {
    if (cookie === '') continue
    const name = cookie.slice(0, cookie.indexOf('='))
    if (!HARMLESS.has(name)) return null
    seen.push(cookie)
  }
  return [req.url, locale, req.headers.host, ...seen.sort()].join('\n')
}

function encoded(page: Page, encoding: Encoding, effort: Effort): Promise<Buffer> {
  page.encoded[encoding] ??= compress(encoding, page.body, effort)
  return page.encoded[encoding]
}

/** Serves Remix pages; visitors who see the same page within a second share one rendering. */
export function createPages(handle: Handle, policy: (context: HalyardContext) => string) {
  const shared = new Map<string, Promise<Page>>()

  /** `gone` fires when nobody waits for the page any more; null: somebody always does. */
  const render = async ({ req, context }: PageRequest, gone: (() => AbortSignal) | null): Promise<Page> => {
    const asked = {
      // HEAD is rendered like GET, so that its headers are the same; only the body stays away.
      method: req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET'),
      url: new URL(addressOf(req)),
      cookies: req.headers.cookie ?? null,
      request: () => webRequest(req, gone?.() ?? null)
    }
    const answer = await handle(asked, context)
    const whole = 'html' in answer
    const body = whole ? Buffer.from(answer.html) : Buffer.from(await answer.arrayBuffer())
    const headers: [string, string][] = whole ? Object.entries(answer.headers) : [...answer.headers]
    // A page that ends the session, or begins another one, has the last word.
    const name = context.renewedCookie?.split('=')[0]
    const replaced = !whole && answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))
    if (context.renewedCookie && !replaced) headers.push(['Set-Cookie', context.renewedCookie])
    headers.push(['Content-Security-Policy', policy(context)])
    return { status: whole ? 200 : answer.status, headers, body, encoded: {} }
  }

  const sharedPage = (key: string, request: PageRequest): Promise<Page> => {
    const known = shared.get(key)
    if (known) return known
    if (shared.size >= MAX_PAGES) shared.clear()
    // Others wait for it too: it is finished even when the first of them goes.
    const page = render(request, null)
    shared.set(key, page)
    const drop = () => shared.get(key) === page && shared.delete(key)
    // By a timer: what nobody asks for again must not stay in memory.
    setTimeout(drop, TTL).unref()
    // Errors, redirects and answers with a cookie are for the one who asked.
    page.then((made) => {
      if (made.status !== 200 || made.headers.some(([name]) => name === 'set-cookie')) drop()
    }, drop)
    return page
  }

  return async (request: PageRequest): Promise<void> => {
    const { req, res, context } = request
    const key = sharedKey(req, context.ctx.locale)
    const page = await (key ? sharedPage(key, request) : render(request, () => goneOf(res)))
    const type = page.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    const encoding = encodingFor(req, type, page.body.length)
    const body = encoding ? await encoded(page, encoding, key ? 'many' : 'one') : page.body
    res.statusCode = page.status
    // A page's own word replaces what every answer says; only cookies add up.
    for (const [name, value] of page.headers)
      if (/^set-cookie$/i.test(name)) res.appendHeader(name, value)
      else res.setHeader(name, value)
    res.appendHeader('Vary', 'Accept-Encoding, Accept-Language, Cookie')
    if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-cache')
    if (encoding) res.setHeader('Content-Encoding', encoding)
    res.setHeader('Content-Length', body.length)
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}

/** Control characters in a path, which no page has; Remix fails on `/%09/` instead of finding nothing. */
const CONTROLS = /%(?:[01][\da-f]|7f)/gi

function addressOf({ url = '/', headers }: IncomingMessage): string {
  const query = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(0, query).replace(CONTROLS, '%EF%BF%BD')
  return `http://${headers.host ?? 'localhost'}${path}${url.slice(query)}`
}

/** The body of a form; the longest text a form may hold, thrice encoded, fits. */
async function* limited(req: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new AppError('request.too_large', 413)
    yield chunk
  }
}

/** Fires when the client is gone. */
function goneOf(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  res.on('close', () => gone.abort())
  return gone.signal
}

/** Remix would compare these with Host; where a form may come from was decided before (origin.ts), PUBLIC_URL included. */
const JUDGED = new Set(['origin', 'x-forwarded-host'])

function webRequest(req: IncomingMessage, signal: AbortSignal | null): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (!JUDGED.has(name)) for (const one of [value ?? []].flat()) headers.append(name, one)
  const method = req.method === 'HEAD' ? 'GET' : req.method
  // A form with files is read by whoever knows its limits, see RequestFiles.
  const elsewhere = isMultipart(req)
  if (!elsewhere && Number(req.headers['content-length']) > BODY_LIMIT)
    throw new AppError('request.too_large', 413)
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method !== 'GET' && !elsewhere) {
    init.body = createReadableStreamFromReadable(Readable.from(limited(req)))
    init.duplex = 'half'
  }
  return new Request(addressOf(req), init)
}
