import { Readable } from 'node:stream'
import type { ReadableStream as Bytes } from 'node:stream/web'
import { AppError } from '~/server/platform/errors'
import type { ApiReply, ApiRequest } from './messages'

/** A request that came by Remix, in the form in which calls see those ahead of it. */
export function apiRequestOf(request: Request, url: URL, params: ApiRequest['params']): ApiRequest {
  return {
    method: request.method,
    path: url.pathname,
    params,
    query: url.searchParams,
    header: (name) => request.headers.get(name),
    body: (limit) => readBody(request, limit),
    whileConnected: (work) => work(request.signal)
  }
}

async function readBody({ body, headers }: Request, limit: number): Promise<Buffer> {
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let left = limit - Number(headers.get('content-length') ?? 0)
  const reader = (body as Bytes<Uint8Array>).getReader()
  try {
    if (left >= 0) left = limit
    while (left >= 0) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      left -= value.length
      chunks.push(value)
    }
  } catch {
    // The client disconnected.
    throw new AppError('request.broken_form')
  }
  void reader.cancel()
  throw new AppError('request.too_large', 413)
}

/** Bytes read ahead of the client. */
const AHEAD = 64 * 1024

type Recipient = Pick<Request, 'method' | 'signal'>

/** Whole bodies carry their length, which tells them from streams. Destroys unread streams. */
export function responseOf({ status, headers, body }: ApiReply, { method, signal }: Recipient): Response {
  const sent = new Headers()
  for (const [name, given] of Object.entries(headers))
    for (const one of [given].flat()) sent.append(name, one)
  const empty = status === 204 || status === 304
  const unread = empty || method === 'HEAD' || signal.aborted
  if (body instanceof Readable) {
    if (unread) body.destroy()
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: AHEAD })
    const stream = unread ? null : (Readable.toWeb(body, { strategy }) as unknown as ReadableStream)
    return new Response(stream, { status, headers: sent })
  }
  const bytes = Buffer.from(body ?? '')
  if (!empty) sent.set('Content-Length', String(bytes.length))
  return new Response(unread ? null : bytes, { status, headers: sent })
}
