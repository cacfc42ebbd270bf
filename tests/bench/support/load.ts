import { connect, type Socket } from 'node:net'

/** A request, encoded once. */
export type Encoded = Buffer

export interface LoadResult {
  requests: number
  seconds: number
  rate: number
  status: Record<number, number>
  /** Milliseconds, sorted ascending. */
  latencies: Float64Array
  bytes: number
}

export interface LoadOptions {
  port: number
  connections: number
  /** The n-th request; null ends the run. */
  next(n: number): Encoded | null
  seconds: number
  /** At most this many requests per second, evenly; 0 = as fast as replies come. */
  pace?: number
  /** Called for each reply: its number, when the request was written and when the head arrived (ms). */
  onAnswer?(n: number, sentAt: number, answeredAt: number): void
}

export function encode(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string
): Encoded {
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {})
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** One connection of a bare HTTP/1.1 client, which parses only status and length to save CPU. */
class Connection {
  readonly #socket: Socket
  #done: ((status: number) => void) | null = null
  #fail: ((error: Error) => void) | null = null
  #head: Buffer | null = null
  #left = 0
  #status = 0
  bytes = 0

  constructor(port: number) {
    // One buffer for all reads, because new ones cost more than a large reply itself.
    const onread = {
      buffer: Buffer.allocUnsafe(1 << 17),
      callback: (length: number, data: Uint8Array) => {
        this.#read(data as Buffer, length)
        return true
      }
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.#socket.on('error', (error) => this.#fail?.(error))
    this.#socket.on('close', () => this.#fail?.(new Error('The server closed the connection')))
  }

  send(request: Encoded): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#fail = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#fail = null
    this.#socket.destroy()
  }

  #read(buffer: Buffer, length: number): void {
    this.bytes += length
    if (this.#left > 0) {
      this.#left -= length
      if (this.#left <= 0) this.#finish()
      return
    }
    const data = buffer.subarray(0, length)
    const head = this.#head ? Buffer.concat([this.#head, data]) : data
    const end = head.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = Buffer.from(head)
      return
    }
    this.#head = null
    const text = head.toString('latin1', 0, end)
    this.#status = Number(text.slice(9, 12))
    const told = /\r\ncontent-length: *(\d+)/i.exec(text)
    const size = this.#status === 304 ? 0 : Number(told?.[1] ?? 0)
    if (!told && this.#status !== 304)
      this.#fail?.(new Error(`No length in the answer: ${text.slice(0, 200)}`))
    this.#left = size - (head.length - end - 4)
    if (this.#left <= 0) this.#finish()
  }

  #finish(): void {
    this.#left = 0
    this.#done?.(this.#status)
  }
}

/** Runs a load from this process against 127.0.0.1, limited by count and time. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, next, seconds, pace = 0 } = options
  const lanes = Array.from({ length: connections }, () => new Connection(port))
  const latencies: number[] = []
  const status: Record<number, number> = {}
  const begun = performance.now()
  const deadline = begun + seconds * 1000
  let n = 0
  const lane = async (connection: Connection) => {
    for (;;) {
      const mine = n++
      if (pace > 0) {
        const due = begun + (mine * 1000) / pace
        const wait = due - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      }
      if (performance.now() > deadline) return
      const request = next(mine)
      if (!request) return
      const sent = performance.now()
      const code = await connection.send(request)
      const answered = performance.now()
      latencies.push(answered - sent)
      status[code] = (status[code] ?? 0) + 1
      options.onAnswer?.(mine, sent, answered)
    }
  }
  await Promise.all(lanes.map(lane))
  const elapsed = (performance.now() - begun) / 1000
  for (const connection of lanes) connection.close()
  return {
    requests: latencies.length,
    seconds: elapsed,
    rate: latencies.length / elapsed,
    status,
    latencies: Float64Array.from(latencies).sort(),
    bytes: lanes.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

/** The quantile `q` of sorted numbers. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted.length === 0
    ? Number.NaN
    : sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)]!
}
