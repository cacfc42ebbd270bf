import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { HalyardContext } from '~/app/request/context'
import { answerProbe, type Health } from '~/server/health'
import { type PER_ADDRESS, RATES } from '~/server/limits/contract'
import { type Metrics, type Observed, observeRequest } from '~/server/metrics'
import { AppError, notFound, toAppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/network/origin'
import { handOver } from '~/server/platform/processes/handover'
import { bearerOf } from '~/server/tokens'
import type { Application } from './application'
import { apiRequest, replyOf, sendReply } from './calls'
import { type ContextOf, clientAddress, trustedAddress } from './context'
import { sendFaultPage, wantsPage } from './fault-page'
import { type Gate, routeByHost } from './gate'
import { boundConnections } from './load/connection-quota'
import { type Overload, overloaded } from './load/overload'
import type { PageSlots } from './load/page-slots'
import type { RenderQueue } from './load/render-queue'
import { createBodyBounds } from './load/slow-bodies'
import { createUnreadBounds } from './load/unread-bodies'
import { createPages, isVisitors, type PageRequest, type Pages } from './pages'
import { endsInName } from './paths'
import { asksPage, runsMethod } from './remix-internals'
import { acceptRequestId, requestIdOf } from './request-id'
import { withTrace } from './request-trace'
import { createScoringLines } from './scoring-lines'
import { contentSecurityPolicy, createNonce, setSecurityHeaders } from './security'
import type { SessionNames } from './session-names'
import { createSocketProxy, isHub, isSocket } from './socket-proxy'
import type { Tunnels } from './tunnels'
import { goneOf, webRequest } from './web-request'

interface HttpParts {
  application: Application
  contextOf: ContextOf
  renders: RenderQueue
  overload: Overload
  pageSlots: PageSlots
  translator: Translator
  tunnels: Pick<Tunnels, 'meant' | 'upgrade'>
  gate: Gate | null
  health: Health
  metrics: Pick<Metrics, 'answer'>
  publicUrl: string | null
  trustedProxies: string[]
  scoringUrls: readonly URL[]
  handsOver: boolean
  sessionNames: SessionNames
  /** Open connections of one address; null: no limits. */
  perAddress: typeof PER_ADDRESS | null
  /** Calls are handled ahead of Remix, which is much faster. */
  apiAhead: boolean
  development: boolean
  log: Log
}

/**
 * Makes `server` the web process: health, sockets, API calls, files, pages, in this order. Calls run ahead of Remix
 * unless switched off; visitors' pages are shared for a second (docs/decisions/003, 004).
 * @returns a function that closes the sockets, which closing the server would wait for
 */
export function serve(server: Server, parts: HttpParts): () => void {
  const { application, contextOf, renders, publicUrl, development } = parts
  const https = publicUrl?.startsWith('https:') ?? false
  const pages = createPages(application, parts.sessionNames, ({ cspNonce, foreignOrigins }) =>
    contentSecurityPolicy(cspNonce, foreignOrigins, { development })
  )
  const address = clientAddress(parts.trustedProxies)
  const takesFiles = ({ url = '/' }: IncomingMessage) => !isSocket(url) && !isHub(url)
  const mayHaveBody = createBodyBounds({ address, most: parts.perAddress?.bodies ?? null, takesFiles })
  const sockets = createSocketProxy({
    lines: createScoringLines(parts.scoringUrls),
    address,
    admit: async (req) => {
      const { tokenRefusal } = await contextOf(req, '')
      if (tokenRefusal) throw tokenRefusal
    },
    most: parts.perAddress?.sockets ?? null,
    ...(parts.handsOver && { handOver })
  })

  const trusts = trustedAddress(parts.trustedProxies)
  const page = pageDoor(parts, pages)
  const call = callDoor(parts)

  const boundUnread = createUnreadBounds()

  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    boundUnread(req, res)
    res.setHeader('X-Request-Id', acceptRequestId(req, trusts))
    const refused = mayHaveBody(req) ? malformedOf(req) : tooManyBodies()
    if (refused) return refuseUnread(req, res, refused, parts)
    const url = req.url ?? '/'
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    if (answerProbe(path, parts.health, req, res)) return
    if (parts.metrics.answer(path, req, res)) return
    const search = at < 0 ? '' : url.slice(at + 1)
    return answerTraced({ req, res, path, search, observed: observeRequest(req, res) })
  }

  const answer = async (seen: Seen) => {
    const { req, res, path } = seen
    setSecurityHeaders(res, { https })
    if (isSocket(path)) {
      seen.observed.route = 'socket'
      return sockets.http(req, res)
    }
    const reads = isReading(req)
    // Checked only without a token: another site cannot send one, and a token makes the cookie ignored.
    if (!reads && bearerOf(req) === null && !sameOrigin(req, publicUrl))
      return refuseOrigin(seen, publicUrl, await contextOf(req, ''))
    if (await call(seen)) return
    if (!reads) return page(seen)
    const asPage = () => void page(seen).catch((error) => fail(error, req, res, parts))
    if (!development && !endsInName(path)) return asPage()
    seen.observed.route = 'file'
    application.files(req, res, asPage)
  }
  const answerTraced = withTrace(answer, parts.log, trusts)

  routeByHost(server, parts.gate, https ? 'https' : 'http', {
    request: (req, res) => void respond(req, res).catch((error) => fail(error, req, res, parts)),
    upgrade(req, socket, head) {
      if (isSocket(req.url ?? '')) void sockets.upgrade(req, socket, head)
      else if (parts.tunnels.meant(req)) void parts.tunnels.upgrade(req, socket, head)
      else if (!development) socket.destroy()
    }
  })
  server.on('connection', renders.callArrived)
  boundConnections(server, parts.perAddress?.connections ?? null, trusts)
  server.keepAliveTimeout = 65_000
  // Allows slow uploads. The reader of the body and createBodyBounds() cut silent senders earlier.
  server.requestTimeout = 1_800_000
  return sockets.close
}

interface Seen {
  req: IncomingMessage
  res: ServerResponse
  path: string
  search: string
  observed: Observed
}

function callDoor({ application, contextOf, renders, overload, apiAhead, sessionNames }: HttpParts) {
  return async ({ req, res, path, search, observed }: Seen): Promise<boolean> => {
    const { calls, remix } = await application.site()
    const found = calls(path)
    if (!found) return false
    observed.route = found.value.route
    if (found.value.isSpare(req.method) && overload.sheds('list')) throw overloaded()
    renders.callArrived()
    const context = await contextOf(req, '')
    const answer = async () => {
      if (apiAhead || !runsMethod(req.method))
        return found.value.answer(apiRequest(req, path, search, found.params), context)
      return replyOf(await remix(callRequest(req, res), context))
    }
    await sendReply(req, res, await answer().finally(context.multipart.clear), sessionNames)
    return true
  }
}

/** Serves a page anew, from an older copy, or refuses it while overloaded. */
function pageDoor(parts: HttpParts, pages: Pages) {
  const { application, contextOf, overload, pageSlots } = parts
  const answer = async ({ req, res, path }: Seen, isRefused: boolean): Promise<void> => {
    const context = await contextOf(req, createNonce())
    const request: PageRequest = { req, res, path, context }
    const { actor, ip } = context.ctx
    await context.limits.take(RATES.read, { userId: actor?.id ?? null, ip })
    if (overload.pressed() && (await pages.serveOlder(request))) return
    if (isRefused) throw overloaded()
    await pages.serve(request).finally(context.multipart.clear)
  }
  return async (seen: Seen): Promise<void> => {
    const { req, res, path, observed } = seen
    const site = await application.site()
    observed.route = site.pageRoute(path)
    const allowed = site.pageMethods(path)
    if (allowed && !allowed.includes(req.method ?? 'GET'))
      return refuseUnread(req, res, wrongMethod(allowed), parts)
    if (!allowed && !asksPage(req.method))
      return refuseUnread(req, res, notFound('own_page.not_found'), parts)
    const isRefused = isReading(req) && overload.sheds('page')
    // Shared pages cost one rendering, and sending a form must not wait.
    if (!isReading(req) || isVisitors(req)) return answer(seen, isRefused)
    // Refuses before any lookup.
    if (isRefused) throw overloaded()
    // Skips readers who disconnected meanwhile.
    return pageSlots.run(async () => (res.destroyed ? undefined : answer(seen, false)))
  }
}

/** The call limits its body itself. No abort signal: Remix would stop a change halfway and delete its files. */
function callRequest(req: IncomingMessage, res: ServerResponse): Request {
  const method = req.method ?? 'GET'
  const reads = method === 'GET' || method === 'HEAD'
  return webRequest(req, { method, signal: reads ? goneOf(res) : null, limit: Number.POSITIVE_INFINITY })
}

/** The fetch standard would rewrite these paths and so request another page. */
const CROOKED = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))/i

/** The last host that was well-formed: almost all requests of a server bear the same. */
let lastHost = 'localhost'

function isHost(host: string): boolean {
  if (host === lastHost) return true
  const named = /^[\w.:[\]-]*$/.test(host) && URL.canParse(`http://${host}`)
  if (named) lastHost = host
  return named
}

function malformedOf({ method, url, headers }: IncomingMessage): AppError | null {
  if (method === 'TRACE') return new AppError('request.method_not_allowed', 405)
  if (!isHost(headers.host ?? 'localhost')) return new AppError('request.host')
  return url?.startsWith('/') && !CROOKED.test(url) ? null : new AppError('request.path')
}

const wrongMethod = (allowed: readonly string[]) =>
  new AppError('request.method_not_allowed', 405, { headers: { Allow: allowed.join(', ') } })

const tooManyBodies = () =>
  new AppError('rate.limited', 429, { retryAfter: 30, headers: { Connection: 'close' } })

/** Refuses a request before it is looked up: browsers get a page, others the body of calls. */
async function refuseUnread(
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, retryAfter, headers }: AppError,
  { translator }: HttpParts
): Promise<void> {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (retryAfter !== null) res.setHeader('Retry-After', retryAfter)
  if (wantsPage(req) && !isCall(req.url)) return sendFaultPage(req, res, translator, code, '/')
  sendRefusal(
    res,
    status,
    code,
    translator.translate(await translator.localeOf('/', req.headers), `errors:${code}`)
  )
}

const isCall = (url = '/') => url.startsWith('/api/') || isHub(url)

/** Forms get a page with a link to the public address, because readers may have come by another name of the server. */
async function refuseOrigin(
  { req, res, path }: Seen,
  publicUrl: string | null,
  { ctx, translator }: HalyardContext
): Promise<void> {
  if (wantsPage(req) && !isCall(req.url)) {
    res.statusCode = 403
    const again = `${publicUrl ? new URL(publicUrl).origin : ''}${path}`
    return sendFaultPage(req, res, translator, 'request.foreign_origin', again)
  }
  const code = 'request.foreign_origin'
  sendRefusal(res, 403, code, translator.translate(ctx.locale, `errors:${code}`))
}

function sendRefusal(res: ServerResponse, status: number, code: string, title: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify({ title, status, code }))
}

const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function fail(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  { log, translator }: HttpParts
): void {
  const { status, code, retryAfter, headers } = toAppError(error)
  if (status >= 500 && code !== 'server.busy')
    log.error({ err: error, requestId: requestIdOf(req) }, 'request_failed')
  if (res.headersSent) return void res.destroy()
  if (retryAfter !== null) res.setHeader('Retry-After', retryAfter)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.setHeader('Cache-Control', 'no-store')
  res.statusCode = status
  const call = isCall(req.url)
  if (status === 503 && !call && wantsPage(req))
    return void sendFaultPage(req, res, translator, 'server.busy', req.url ?? '/').catch(() => res.destroy())
  const title = FAILURES[status] ?? 'Something went wrong here.'
  res.setHeader('Content-Type', `${call ? 'application/json' : 'text/plain'}; charset=utf-8`)
  res.end(call ? JSON.stringify({ title, status, code }) : `${title}\n\nrequest ${requestIdOf(req)}\n`)
}

const FAILURES: Record<number, string> = {
  401: 'The token is not valid.',
  403: 'The token does not allow this.',
  429: 'Too many requests. Please wait a moment.',
  503: 'The server is busy. Please try again in a moment.'
}
