import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerBuild } from '@remix-run/node'
import type { ApiReply, ApiRequest, Mount } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'

export interface Found {
  mount: Mount
  params: Record<string, string | undefined>
}

/** Finds the API call of a path, ignoring case; literals win over parameters. Null for pages. */
export type FindCall = (path: string) => Found | null

/** What can follow the segments walked so far. */
interface Step {
  literals: Map<string, Step>
  parameter: Step | null
  /** Takes all that is left. */
  rest: Target | null
  here: Target | null
}

interface Target {
  mount: Mount
  /** Of its parameters, from left to right. */
  names: string[]
}

const newStep = (): Step => ({ literals: new Map(), parameter: null, rest: null, here: null })

function nextStep(step: Step, segment: string): Step {
  if (segment.startsWith(':')) {
    step.parameter ??= newStep()
    return step.parameter
  }
  const name = segment.toLowerCase()
  const known = step.literals.get(name)
  if (known) return known
  const fresh = newStep()
  step.literals.set(name, fresh)
  return fresh
}

/** The target of `segments` from the i-th on; what parameters took is left in `values`. */
function walk(step: Step, segments: string[], i: number, values: string[]): Target | null {
  if (i === segments.length) return step.here ?? step.rest
  const segment = segments[i]!
  const literal = step.literals.get(segment.toLowerCase())
  const found = literal && walk(literal, segments, i + 1, values)
  if (found) return found
  if (step.parameter && segment) {
    const taken = values.push(segment)
    const target = walk(step.parameter, segments, i + 1, values)
    if (target) return target
    values.length = taken - 1
  }
  if (step.rest) values.push(segments.slice(i).join('/'))
  return step.rest
}

/** Reads the calls out of the Remix build: every route that api() mounts. A request costs its segments, not the calls. */
export function callsOf(build: Pick<ServerBuild, 'routes'>): FindCall {
  const root = newStep()
  for (const route of Object.values(build.routes)) {
    const mount = route?.module.loader as Partial<Mount> | undefined
    if (!route?.path || !isMount(mount)) continue
    const segments = route.path.split('/')
    const names = segments.filter((segment) => /^[:*]/.test(segment)).map((name) => name.slice(1) || '*')
    const splat = segments.at(-1) === '*'
    const end = (splat ? segments.slice(0, -1) : segments).reduce(nextStep, root)
    end[splat ? 'rest' : 'here'] = { mount, names }
  }
  return (given) => {
    const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given
    const values: string[] = []
    const target = walk(root, path.split('/'), 1, values)
    if (!target) return null
    const params: Found['params'] = {}
    target.names.forEach((name, i) => {
      params[name] = decoded(values[i] ?? '')
    })
    return { mount: target.mount, params }
  }
}

function isMount(loader: Partial<Mount> | undefined): loader is Mount {
  return typeof loader?.answer === 'function'
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A request of node:http as the calls see it. */
export function apiRequest(req: IncomingMessage, search: string, params: ApiRequest['params']): ApiRequest {
  return {
    method: req.method ?? 'GET',
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
    req.on('error', reject)
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
  if (!bare) res.setHeader('Content-Length', body === null ? 0 : Buffer.byteLength(body))
  res.end(req.method === 'HEAD' || bare ? undefined : (body ?? undefined))
}

async function sendStream(res: ServerResponse, body: Readable): Promise<void> {
  try {
    await pipeline(body, res)
  } catch (error) {
    // Whoever hangs up half way is no fault of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
