import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { RequestHandler, ServerBuild } from '@remix-run/node'
import type { Mount } from '~/app/request/api'
import type { HalyardContext } from '~/app/request/context'
import { toAppError } from '~/server/platform/errors'
import { handOver } from '~/server/platform/handover'
import { answerHealth } from '~/server/platform/health'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/origin'
import { RATES } from '~/server/platform/rates'
import type { Handle } from './application'
import { apiRequest, callsOf, sendReply } from './calls'
import { type ContextOf, clientAddress } from './context'
import { divide, type Gate } from './gate'
import { createPages, type PageRequest } from './pages'
import type { Find } from './paths'
import type { RenderQueue } from './render-queue'
import { contentSecurityPolicy, createNonce, secure } from './security'
import { boundBody } from './slow-bodies'
import { createSocketProxy } from './socket-proxy'
import type { Tunnels } from './tunnels'

type Next = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** What Remix made: in production fixed, in development read again for every request. */
export interface Application {
  build(): Promise<ServerBuild>
  /** Files: the hashed client build and public/, or Vite's middleware in development. */
  files: Next
  handle: Handle
  /** The same by Remix alone, which puts nothing together from templates. */
  render: RequestHandler
}

export interface HttpParts {
  application: Application
  contextOf: ContextOf
  renders: RenderQueue
  tunnels: Pick<Tunnels, 'meant' | 'upgrade'>
  /** Has all that is asked of a host name of instances; null: they have none. */
  gate: Gate | null
  health: () => Promise<{ ok: boolean; text: string }>
  publicUrl: string | null
  trustedProxies: string[]
  scoringPort: number
  /** Whether connections of sockets can be handed to the scoring process, see handover.ts. */
  handsOver: boolean
  /** Sockets that one address may hold open; null = any number. */
  socketsPerAddress: number | null
  development: boolean
  log: Log
}

/** Calls of a build, found once for each build. */
function callFinder(application: Application): () => Promise<Find<Mount>> {
  let known: { build: ServerBuild; find: Find<Mount> } | null = null
  return async () => {
    const build = await application.build()
    if (known?.build !== build) known = { build, find: callsOf(build) }
    return known.find
  }
}

/**
 * Makes `server` answer as the web process: health, sockets, API calls, files, pages, in this order. API calls are answered
 * here rather than by Remix, and visitors' pages are shared for a second (architecture.md §4, trials).
 * @returns what hangs up its sockets, which closing the server would wait for
 */
export function serve(server: Server, parts: HttpParts): () => void {
  const { application, contextOf, renders, publicUrl, development, log } = parts
  const https = publicUrl?.startsWith('https:') ?? false
  const findCalls = callFinder(application)
  const servePage = createPages(application.handle, ({ cspNonce, foreignOrigins }) =>
    contentSecurityPolicy(cspNonce, foreignOrigins, development)
  )
  const sockets = createSocketProxy({
    port: parts.scoringPort,
    address: clientAddress(parts.trustedProxies),
    admit: (req) => contextOf(req, ''),
    most: parts.socketsPerAddress,
    ...(parts.handsOver && { handOver })
  })

  const page = async (req: IncomingMessage, res: ServerResponse, path: string) => {
    const context = await contextOf(req, createNonce())
    const request: PageRequest = { req, res, path, context }
    const { actor, ip } = context.ctx
    await context.limits.take(RATES.read, { userId: actor?.id ?? null, ip })
    await servePage(request).finally(context.multipart.clear)
  }

  const call = async (req: IncomingMessage, res: ServerResponse, path: string, search: string) => {
    const found = (await findCalls())(path)
    if (!found) return false
    renders.noteShort()
    const request = apiRequest(req, path, search, found.params)
    const context = await contextOf(req, '')
    const reply = await found.value.answer(request, context).finally(context.multipart.clear)
    await sendReply(req, res, reply)
    return true
  }

  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    boundBody(req)
    const refused = statusOfMalformed(req)
    if (refused) return void res.writeHead(refused).end()
    const url = req.url ?? '/'
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    if (path === '/healthz') return answerHealth(parts.health, res)
    if (path.startsWith('/socket.io/')) return sockets.http(req, res)
    secure(res, https)
    const reads = req.method === 'GET' || req.method === 'HEAD'
    if (!reads && !sameOrigin(req, publicUrl)) return refuseOrigin(res, await contextOf(req, ''))
    if (await call(req, res, path, at < 0 ? '' : url.slice(at + 1))) return
    if (!reads) return page(req, res, path)
    const asPage = () => void page(req, res, path).catch((error) => fail(error, req, res, log))
    if (development || FILE.test(path)) application.files(req, res, asPage)
    else asPage()
  }

  divide(server, parts.gate, https ? 'https' : 'http', {
    request: (req, res) => void respond(req, res).catch((error) => fail(error, req, res, log)),
    upgrade(req, socket, head) {
      if (req.url?.startsWith('/socket.io/')) void sockets.upgrade(req, socket, head)
      else if (parts.tunnels.meant(req)) void parts.tunnels.upgrade(req, socket, head)
      else if (!development) socket.destroy()
    }
  })
  server.on('connection', renders.noteShort)
  server.keepAliveTimeout = 65_000
  // Large files come over slow lines; a silent sender is cut off sooner, by the reader of its body or boundBody().
  server.requestTimeout = 1_800_000
  return sockets.close
}

/** What may be a file; no other path is looked for among them. */
const FILE = /\.[^/]*$/

/** Paths that a Request of the fetch standard would rewrite, so that it asked for another than we looked at. */
const CROOKED = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))/i

/** The status for what no Request of the fetch standard can be made of; null for anything else. */
function statusOfMalformed({ method, url, headers }: IncomingMessage): number | null {
  if (method === 'TRACE') return 405
  const host = headers.host ?? 'localhost'
  const named = /^[\w.:[\]-]*$/.test(host) && URL.canParse(`http://${host}`)
  return named && url?.startsWith('/') && !CROOKED.test(url) ? null : 400
}

function refuseOrigin(res: ServerResponse, { ctx, translator }: HalyardContext): void {
  const title = translator.translate(ctx.locale, 'errors:request.foreign_origin')
  res.writeHead(403, { 'Content-Type': 'application/json; charset=utf-8' })
  res.end(JSON.stringify({ title, status: 403 }))
}

/** Answers what failed before anybody could tell the reader's language. */
function fail(error: unknown, req: IncomingMessage, res: ServerResponse, log: Log): void {
  const { status, retryAfter } = toAppError(error)
  if (status >= 500) log.error({ err: error }, 'request_failed')
  if (res.headersSent) return void res.destroy()
  if (retryAfter !== null) res.setHeader('Retry-After', retryAfter)
  const title = FAILURES[status] ?? 'Something went wrong here.'
  const call = req.url?.startsWith('/api/')
  res.writeHead(status, { 'Content-Type': `${call ? 'application/json' : 'text/plain'}; charset=utf-8` })
  res.end(call ? JSON.stringify({ title, status }) : `${title}\n`)
}

const FAILURES: Record<number, string> = {
  429: 'Too many requests. Please wait a moment.',
  503: 'The server is busy. Please try again in a moment.'
}
