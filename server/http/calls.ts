import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as Bytes } from 'node:stream/web'
import type { ServerBuild } from '@remix-run/node'
import type { ApiHandle, ApiReply, ApiRequest } from '~/app/request/api'
import type { HalyardContext } from '~/app/request/context'
import { AppError } from '~/server/platform/errors'
import { compress, encodingFor } from './encoding'
import { type Find, pathFinder } from './paths'
import type { SessionNames } from './session-names'

/** Compressing smaller replies costs more than it saves. */
const LARGE = 4096

export interface FoundCall {
  route: string
  /** True if an overloaded process may refuse the call: it only reads, and no play depends on it. */
  isSpare(method: string | undefined): boolean
  answer(request: ApiRequest, context: HalyardContext): Promise<ApiReply>
}

/** Finds calls by their path, from the handles of all route modules. */
export function callsOf(build: ServerBuild): Find<FoundCall> {
  const calls: [string, FoundCall][] = []
  for (const handle of new Set(Object.values(build.routes).map(handleOf)))
    for (const [path, resource] of Object.entries(handle?.paths ?? {}))
      calls.push([
        path.slice(1),
        {
          route: path,
          isSpare: (method) => (method === 'GET' || method === 'HEAD') && resource.GET?.vital !== true,
          answer: (request, context) => handle!.answer(resource, request, context)
        }
      ])
  return pathFinder(calls)
}

/** Null for routes that are pages. */
export function handleOf(route: ServerBuild['routes'][string]): ApiHandle | null {
  const handle = route?.module.handle as Partial<ApiHandle> | undefined
  return handle?.paths && handle.answer ? (handle as ApiHandle) : null
}

/** A Node request as calls see it. The body is read only when a call asks for it. */
export function apiRequest(
  req: IncomingMessage,
  path: string,
  search: string,
  params: ApiRequest['params']
): ApiRequest {
  return {
    method: req.method ?? 'GET',
    path,
    params,
    query: new URLSearchParams(search),
    header: (name) => {
      const value = req.headers[name]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    },
    body: (limit) => readBody(req, limit),
    whileConnected: (work) => whileConnected(req, work)
  }
}

/** Watches the socket, because the request is closed as soon as its body was read. */
async function whileConnected<T>(
  { socket }: IncomingMessage,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const left = new AbortController()
  const leave = () => left.abort()
  socket.once('close', leave)
  if (socket.destroyed) leave()
  try {
    return await work(left.signal)
  } finally {
    socket.off('close', leave)
  }
}

function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = () => {
      req.resume()
      reject(new AppError('request.too_large', 413))
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) return refuse()
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        req.removeAllListeners('data')
        refuse()
      } else chunks.push(chunk)
    })
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    // A disconnected sender is no error of ours.
    req.on('error', () => reject(new AppError('request.broken_form')))
  })
}

/** Reads a whole body of Remix, so that it is compressed like the replies of calls. */
export async function replyOf(response: Response): Promise<ApiReply> {
  const { status, headers, body } = response
  const cookies = headers.getSetCookie()
  // A file with ranges is a stream although its length is known.
  const whole = headers.has('content-length') && !headers.has('accept-ranges')
  const stream = () => Readable.fromWeb(body as unknown as Bytes)
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    body: body && (whole ? Buffer.from(await response.arrayBuffer()) : stream())
  }
}

/** Sends the reply. If a stream fails halfway, rejects and cuts the connection, so that nobody takes the reply for complete. */
export async function sendReply(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: ApiReply,
  sessionNames: SessionNames
): Promise<void> {
  res.statusCode = status
  for (const name in headers) res.setHeader(name, headers[name]!)
  const cookies = res.getHeader('Set-Cookie')
  if (cookies !== undefined) res.setHeader('Set-Cookie', [cookies].flat().map(String).flatMap(sessionNames))
  const bare = status === 304 || status === 204
  if (body instanceof Readable) {
    if (req.method !== 'HEAD' && !bare) return sendStream(res, body)
    body.destroy()
    return void res.end()
  }
  const sent = bare ? null : await encoded(req, res, body)
  // Remix drops the body of HEAD itself; the call has set its length.
  const hasLength = req.method === 'HEAD' && sent === null && res.hasHeader('Content-Length')
  if (!bare && !hasLength) res.setHeader('Content-Length', sent === null ? 0 : Buffer.byteLength(sent))
  res.end(req.method === 'HEAD' ? undefined : (sent ?? undefined))
}

/** Compresses a large body; an encoded body stays as it is. */
async function encoded(req: IncomingMessage, res: ServerResponse, body: Buffer | string | null) {
  if (body === null || body.length < LARGE || res.hasHeader('Content-Encoding')) return body
  const encoding = encodingFor(req, String(res.getHeader('Content-Type') ?? ''), body.length)
  if (encoding === null) return body
  res.setHeader('Content-Encoding', encoding)
  res.appendHeader('Vary', 'Accept-Encoding')
  return compress(encoding, Buffer.from(body), 'one')
}

async function sendStream(res: ServerResponse, body: Readable): Promise<void> {
  try {
    await pipeline(body, res)
  } catch (error) {
    // A disconnected client is no error of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
