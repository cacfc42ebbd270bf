import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerBuild } from '@remix-run/node'
import type { ApiReply, ApiRequest, Mount } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'
import { compress, encodingFor } from './encoding'
import { type Find, pathFinder } from './paths'

/** Of the answers to calls only lists grow beyond this; the many small ones are not worth the time. */
const LARGE = 4096

/** The API calls of a Remix build: every route that api() mounts. */
export function callsOf(build: ServerBuild): Find<Mount> {
  const calls: [string, Mount][] = []
  for (const route of Object.values(build.routes)) {
    const mount = route?.module.loader as Partial<Mount> | undefined
    if (route?.path && isMount(mount)) calls.push([route.path, mount])
  }
  return pathFinder(calls)
}

function isMount(loader: Partial<Mount> | undefined): loader is Mount {
  return typeof loader?.answer === 'function'
}

/** A request of node:http as the calls see it. */
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
    body: (limit) => readBody(req, limit)
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
    // The sender went away; no fault of ours.
    req.on('error', () => reject(new AppError('request.broken_form')))
  })
}

/** Sends an answer. Rejects when a stream breaks half way; the connection is then cut, so that nobody takes it for whole. */
export async function sendReply(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: ApiReply
): Promise<void> {
  res.statusCode = status
  for (const name in headers) res.setHeader(name, headers[name]!)
  const bare = status === 304 || status === 204
  if (body instanceof Readable) {
    if (req.method !== 'HEAD' && !bare) return sendStream(res, body)
    body.destroy()
    return void res.end()
  }
  const sent = bare ? null : await encoded(req, res, body)
  if (!bare) res.setHeader('Content-Length', sent === null ? 0 : Buffer.byteLength(sent))
  res.end(req.method === 'HEAD' ? undefined : (sent ?? undefined))
}

/** The body in the client's encoding, once it is large; what comes encoded stays as it is. */
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
    // Whoever hangs up half way is no fault of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
