import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { EngineKeys } from '~/server/engines/contract'
import { jsonLines } from '../docker/lines'
import { EngineError, type EngineFault } from '../engine'
import { RefusedError, statusOf } from '../refused'

/** Milliseconds until an answer is complete; of a stream, until it begins. */
export const DEADLINE = { read: 5_000, make: 15_000, remove: 30_000 } as const

/** Milliseconds of idle time; a connection that a middlebox dropped would cost the next call its deadline. */
const IDLE_MS = 4_000
const MAX_BYTES = 64 * 1024 * 1024
/** Objects of one answer; a list goes on with the next. */
const PAGE = 500
/** A list whose continuation has expired begins anew. */
const LIST_TRIES = 3

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Encoded. */
  path: string
  query?: Record<string, string | number | boolean>
  body?: object
  deadline?: number
  /** Ends a stream at any time. */
  signal?: AbortSignal
}

/** Calls of an API server. They throw EngineError, see `errorOf`. */
export interface Calls {
  send<T>(call: Call): Promise<T>
  text(call: Call): Promise<string>
  /** All objects, in as many pages as it takes, and the version at which they were so. */
  list<T>(path: string, query?: Call['query']): Promise<{ items: T[]; version: string }>
  /** JSON values of an answer that goes on. */
  lines<T>(call: Call): AsyncGenerator<T>
  close(): void
}

export const isMissing = (error: unknown): boolean => statusOf(error) === 404

const FAULTS: Record<number, EngineFault> = {
  404: 'gone',
  409: 'name_taken',
  422: 'start_failed',
  // Too busy, or its stores are away: both pass.
  429: 'unreachable',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable'
}

/**
 * A refusal by its status and the words of the API server.
 * 401 and 403 say what to do about it: the server's own words name only the user.
 */
export function errorOf(status: number, body: string): EngineError {
  let text = body.trim().slice(0, 2000)
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    if (typeof message === 'string') text = message
  } catch {}
  if (status === 401)
    text = `the API server accepts neither the token nor the certificate of this engine: ${text}`
  if (status === 403 && /^.* is forbidden: User /.test(text))
    text = `${text}; see docs/operating.md#kubernetes for the rights that are needed`
  return new RefusedError(FAULTS[status] ?? 'failed', text || `HTTP ${status}`, status)
}

interface Server {
  /** `https://host:port`. */
  address: string
  keys: EngineKeys | null
}

/** Connects when it is first asked. @throws EngineError for a wrong address */
export function createCalls({ address, keys }: Server): Calls {
  if (!/^https:/i.test(address) || !URL.canParse(address))
    throw new EngineError('failed', `${address} is not the address of an API server`)
  const { hostname, port } = new URL(address)
  const kept = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const }
  const token = keys && 'token' in keys ? keys.token : null
  const agent = new Agent({ ...kept, ...keys })
  const place = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || 443,
    agent,
    headers: { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
  }

  const open = ({ method, path, query, body, deadline = DEADLINE.read, signal }: Call) =>
    new Promise<{ answer: IncomingMessage; done(): void }>((resolve, reject) => {
      const content = body && Buffer.from(JSON.stringify(body))
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])
      )
      const options = {
        ...place,
        method,
        path: search.size > 0 ? `${path}?${search}` : path,
        headers: {
          ...place.headers,
          ...(content && { 'content-type': 'application/json', 'content-length': content.length })
        }
      }
      const sent = request(options)
      const late = setTimeout(
        () => sent.destroy(new EngineError('timeout', `${method} ${path}: no answer within ${deadline} ms`)),
        deadline
      )
      const abort = () => sent.destroy(new EngineError('failed', 'the call was given up'))
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort, { once: true })
      sent.once('close', () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', abort)
      })
      sent.on('error', (error) => reject(asEngineError(error)))
      sent.on('response', (answer) => resolve({ answer, done: () => clearTimeout(late) }))
      sent.end(content)
    })

  const text = async (call: Call): Promise<string> => {
    const { answer } = await open(call)
    const body = await readAll(answer)
    if ((answer.statusCode ?? 500) >= 300) throw errorOf(answer.statusCode!, body)
    return body
  }
  const send = async <T>(call: Call): Promise<T> => JSON.parse(await text(call)) as T

  return {
    send,
    text,
    async list<T>(path: string, query: Call['query'] = {}) {
      for (let left = LIST_TRIES; ; left--) {
        try {
          return await pages<T>(send, path, query)
        } catch (error) {
          if (statusOf(error) !== 410 || left === 1) throw error
        }
      }
    },
    async *lines<T>(call: Call) {
      const { answer, done } = await open(call)
      if ((answer.statusCode ?? 500) >= 300) throw errorOf(answer.statusCode!, await readAll(answer))
      done()
      yield* jsonLines<T>(answer)
    },
    close: () => agent.destroy()
  }
}

async function pages<T>(send: Calls['send'], path: string, query: NonNullable<Call['query']>) {
  const items: T[] = []
  for (let next = ''; ; ) {
    const page = await send<{ items: T[]; metadata: { continue?: string; resourceVersion: string } }>({
      method: 'GET',
      path,
      query: { ...query, limit: PAGE, ...(next && { continue: next }) }
    })
    items.push(...page.items)
    next = page.metadata.continue ?? ''
    if (!next) return { items, version: page.metadata.resourceVersion }
  }
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length
      if (size > MAX_BYTES) throw new EngineError('failed', 'the answer is too long')
      parts.push(part)
    }
  } catch (error) {
    throw asEngineError(error)
  }
  return Buffer.concat(parts).toString('utf8')
}

function asEngineError(error: unknown): EngineError {
  return error instanceof EngineError ? error : new EngineError('unreachable', (error as Error).message)
}
