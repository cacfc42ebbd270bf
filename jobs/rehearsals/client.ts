import { createHash } from 'node:crypto'
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timed } from '~/server/rehearsals/constants'
import type { Timings } from './timings'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Download {
  status: number
  bytes: number
  /** SHA-256, hexadecimal. */
  hash: string
}

interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  cookie: string
  body?: unknown
  headers?: Record<string, string>
}

/** How often a call is sent again while the platform asks to wait (429, 503) or is restarting. */
const TRIES = 40
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 60_000
const CONNECTIONS = 16

/** A player's browser without the browser: sends calls with a cookie, waits as it is told, and times the answers. */
export interface Client {
  /** Parsed only by the caller. @throws Error when the platform cannot be reached, or the signal fires */
  send(timed: Timed | null, call: Call): Promise<Answer>
  /** Reads a file to its end without keeping it. */
  download(timed: Timed | null, call: Call): Promise<Download>
  close(): void
}

const jsonOf = (call: Call) => (call.body === undefined ? null : Buffer.from(JSON.stringify(call.body)))

const waitOf = (answer: IncomingMessage): number =>
  Math.min(MAX_WAIT_MS, Math.max(250, Number(answer.headers['retry-after'] ?? 1) * 1000))

export function createClient(url: string, timings: Timings, signal: AbortSignal): Client {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: CONNECTIONS }
  const agent = secure ? new SecureAgent(options) : new Agent(options)
  const request = secure ? secureRequest : plainRequest

  const once = (call: Call): Promise<IncomingMessage> => {
    const content = jsonOf(call)
    const headers = {
      accept: '*/*',
      'accept-language': 'en',
      'user-agent': 'Halyard rehearsal',
      cookie: call.cookie,
      ...(content && { 'content-type': 'application/json', 'content-length': String(content.length) }),
      ...call.headers
    }
    return new Promise((resolve, reject) => {
      const target = new URL(base.pathname.replace(/\/$/, '') + call.path, base)
      const sent = request(
        target,
        { method: call.method ?? 'GET', headers, agent, signal, timeout: TIMEOUT_MS },
        resolve
      )
      sent.on('timeout', () => sent.destroy(new Error(`${call.path} was not answered within a minute`)))
      sent.on('error', reject)
      sent.end(content)
    })
  }

  /** Waiting as it is told is no fault, and is not timed. */
  const patient = async <T>(
    timed: Timed | null,
    call: Call,
    read: (answer: IncomingMessage) => Promise<T>
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const began = performance.now()
      try {
        const answer = await once(call)
        const busy = answer.statusCode === 429 || answer.statusCode === 503
        const content = await read(answer)
        if (!busy || attempt === TRIES) {
          if (timed) timings.add(timed, performance.now() - began)
          return content
        }
        await sleep(waitOf(answer), null, { signal })
      } catch (error) {
        signal.throwIfAborted()
        // A POST that was cut off may have been carried out.
        if (attempt >= 5 || (call.method ?? 'GET') !== 'GET') throw error
        await sleep(1000, null, { signal })
      }
    }
  }

  return {
    send: (timed, call) =>
      patient(timed, call, async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer as AsyncIterable<Buffer>) parts.push(part)
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }
      }),

    download: (timed, call) =>
      patient(timed, call, async (answer) => {
        const hash = createHash('sha256')
        let bytes = 0
        for await (const part of answer as AsyncIterable<Buffer>) {
          hash.update(part)
          bytes += part.length
        }
        return { status: answer.statusCode ?? 0, bytes, hash: hash.digest('hex') }
      }),

    close: () => agent.destroy()
  }
}
