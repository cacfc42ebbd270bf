import type { IncomingMessage, ServerResponse } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { AppError } from '~/server/platform/errors'
import { isMultipart } from './multipart'
import { COMPARED, escapeRemixPath } from './remix-internals'

/** Reads the sender of a refused body to its end, so that it gets the reply. */
async function* bodyOf(req: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new AppError('request.too_large', 413)
      yield chunk
    }
  } finally {
    req.resume()
  }
}

/** Aborts when the response has been sent or the client has left. */
export function goneOf(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  res.on('close', () => gone.abort())
  return gone.signal
}

interface WebRequestOptions {
  method: string
  signal: AbortSignal | null
  limit: number
}

/**
 * Makes a web request. It has no body for a form with files, which RequestFiles reads.
 * @throws AppError 413 by the announced length
 */
export function webRequest(req: IncomingMessage, { method, signal, limit }: WebRequestOptions): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (!COMPARED.has(name)) for (const one of [value ?? []].flat()) headers.append(name, one)
  const elsewhere = isMultipart(req)
  if (!elsewhere && Number(req.headers['content-length']) > limit)
    throw new AppError('request.too_large', 413)
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method !== 'GET' && method !== 'HEAD' && !elsewhere) {
    init.body = ReadableStream.from(bodyOf(req, limit)) as unknown as BodyInit
    init.duplex = 'half'
  }
  return new Request(escapeRemixPath(req), init)
}
