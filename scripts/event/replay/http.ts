import { Agent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { printStatus, UserError } from '../../shared/output'

export interface Answer {
  status: number
  /** Parsed JSON; null when there is no body. */
  body: unknown
  /** `name=value` of a session cookie in the reply; null without one. */
  cookie: string | null
  /** When the request was sent, in milliseconds of `performance.now()`. */
  sentAt: number
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: unknown
  /** `name=value`. */
  cookie?: string | null
}

/** The longest `Retry-After`, in seconds, after which a call is sent again. */
const TIMEOUT_S = 90
/** How often a call is sent while the platform is unreachable or busy. */
const TRIES = 60
const RETRY_MS = 1000
const TIMEOUT_MS = 30_000

export class Http {
  readonly #url: URL
  readonly #agent: Agent
  #warned = false

  constructor(
    url: string,
    connections: number,
    private readonly signal: AbortSignal
  ) {
    this.#url = new URL(url)
    const options = { keepAlive: true, maxSockets: connections }
    this.#agent = this.#url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options)
  }

  /** @throws UserError when the address does not reply now */
  async reach(): Promise<void> {
    await this.#send({ path: '/api/config' }).catch((error: Error) => {
      throw new UserError(
        `${this.#url.origin} does not answer (${reasonOf(error)}). Is the platform running (npm start)?`
      )
    })
  }

  /** Retries while the platform is unreachable or busy. @throws UserError after the last try or a longer `Retry-After` */
  async call(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      this.signal.throwIfAborted()
      const answer = await this.#send(call).catch((error: NodeJS.ErrnoException) => error)
      if (answer instanceof Error) {
        if (attempt === 1 && !this.#warned && answer.code === 'ECONNREFUSED')
          printStatus(`${this.#url.origin} does not answer; trying for a minute.`)
        this.#warned = true
        if (attempt === TRIES)
          throw new UserError(`${this.#url.origin} does not answer (${reasonOf(answer)}).`)
        await sleep(RETRY_MS, undefined, { signal: this.signal })
      } else if (answer.status === 429 || answer.status === 503) {
        await this.#wait(call, answer, attempt)
      } else return answer
    }
  }

  /** Like `call`, for calls that must succeed. @throws UserError with the platform's message */
  async need<T>(call: Call): Promise<T> {
    const answer = await this.call(call)
    if (answer.status !== 200) throw this.fault(call, answer)
    return answer.body as T
  }

  fault({ method = 'GET', path }: Call, { status, body }: Answer): UserError {
    return new UserError(`${method} ${path} was answered ${status}: ${titleOf(body)}`)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #wait({ method = 'GET', path }: Call, { status, after }: Waiting, attempt: number): Promise<void> {
    if (status === 429) {
      const seconds = after ?? 1
      const off = 'start the platform with HALYARD_RATE_LIMITS=off'
      if (seconds > TIMEOUT_S)
        throw new UserError(
          `The platform limits rates: it takes no ${method} ${path} for ${seconds} s. To replay this many teams, ${off}.`
        )
      if (!this.#warned)
        printStatus(
          `The platform limits rates (429); waiting as it asks. To go faster, ${off}, or lower --speed.`
        )
      this.#warned = true
      await sleep(seconds * 1000, undefined, { signal: this.signal })
      return
    }
    if (attempt === TRIES) throw new UserError(`${method} ${path} was answered 503 for a minute.`)
    await sleep(Math.min(after ?? 1, 5) * 1000, undefined, { signal: this.signal })
  }

  #send({ method = 'GET', path, body, cookie }: Call): Promise<Answer & Waiting> {
    const content = body === undefined ? null : Buffer.from(JSON.stringify(body))
    const headers: Record<string, string | number> = { accept: 'application/json' }
    if (cookie) headers.cookie = cookie
    if (content)
      Object.assign(headers, { 'content-type': 'application/json', 'content-length': content.length })
    const send = this.#url.protocol === 'https:' ? secureRequest : plainRequest
    const target = new URL(this.#url.pathname.replace(/\/$/, '') + path, this.#url)
    return new Promise((resolve, reject) => {
      const sentAt = performance.now()
      const outgoing = send(
        target,
        { method, headers, agent: this.#agent, timeout: TIMEOUT_MS },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              body: parsed(Buffer.concat(chunks)),
              cookie: incoming.headers['set-cookie']?.[0]?.split(';')[0] ?? null,
              after: secondsOf(incoming.headers['retry-after']),
              sentAt
            })
          )
        }
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 30 s')))
      outgoing.on('error', reject)
      outgoing.end(content)
    })
  }
}

interface Waiting {
  status: number
  /** Seconds of `Retry-After`. */
  after: number | null
}

/** Node's error for several failed addresses has a code, but no message. */
const reasonOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message

const secondsOf = (header: string | undefined): number | null => {
  const seconds = Number(header)
  return header && seconds >= 0 ? seconds : null
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return null
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

export function titleOf(body: unknown): string {
  const title = (body as { title?: unknown } | null)?.title
  return typeof title === 'string' ? title : 'no reason given'
}
