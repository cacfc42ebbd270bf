import type { ServerResponse } from 'node:http'
import type { WebSocket } from 'ws'

export interface Transport {
  send(text: string): void
  /** Bytes sent that the client has not taken. */
  readonly pending: number
  /** Since when nothing can reach the client, by performance.now(); null when it can be reached. */
  readonly awaySince: number | null
  end(): void
  cut(): void
}

/** `closed` is called when the client cannot be reached any more; also below. */
export function overWebSocket(socket: WebSocket, closed: () => void): Transport {
  socket.once('close', closed)
  return {
    send: (text) => socket.send(text),
    get pending() {
      return socket.bufferedAmount
    },
    awaySince: null,
    end: () => socket.close(1000),
    cut: () => socket.terminate()
  }
}

const HEADERS = { 'Cache-Control': 'no-cache, no-store', 'X-Content-Type-Options': 'nosniff' }

/** A response that goes on. Clients send by POST. */
export function overEvents(res: ServerResponse, closed: () => void): Transport {
  res.once('close', closed)
  res.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  // A comment, since some proxies and our own send no head before the body begins.
  res.write(':\n\n')
  return {
    // JSON has no line breaks.
    send: (text) => void res.write(`data: ${text}\n\n`),
    get pending() {
      return res.writableLength
    },
    awaySince: null,
    end: () => void res.end(),
    cut: () => void res.destroy()
  }
}

/** Responses that wait for a message. Clients send by POST. */
export class LongPolling implements Transport {
  #queue: string[] = []
  #waiting: ServerResponse | null = null
  #ended = false
  pending = 0
  awaySince: number | null = performance.now()

  constructor(private readonly closed: () => void) {}

  /** An older poll gets an empty response. */
  poll(res: ServerResponse): void {
    if (res.destroyed) return
    if (this.#waiting) this.#answer(204)
    this.#waiting = res
    this.awaySince = null
    res.once('close', () => {
      if (this.#waiting === res) this.#free()
    })
    if (this.pending > 0) this.#answer(200)
    else if (this.#ended) this.cut()
  }

  open(res: ServerResponse): void {
    this.#waiting = res
    this.#answer(200)
  }

  send(text: string): void {
    this.#queue.push(text)
    this.pending += Buffer.byteLength(text)
    if (this.#waiting) this.#answer(200)
  }

  end(): void {
    this.#ended = true
    if (this.#waiting) this.cut()
  }

  cut(): void {
    this.#queue = []
    if (this.#waiting) this.#answer(204)
    this.closed()
  }

  #answer(status: 200 | 204): void {
    const text = status === 200 ? this.#queue.splice(0).join('') : ''
    if (status === 200) this.pending = 0
    this.#waiting?.writeHead(status, { ...HEADERS, ...(status === 200 && { 'Content-Type': 'text/plain' }) })
    this.#waiting?.end(text)
    this.#free()
  }

  #free(): void {
    this.#waiting = null
    this.awaySince = performance.now()
  }
}
