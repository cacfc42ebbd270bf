import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { ConnectionLimits } from '../../connection-limits'
import { PACE, type Pace } from '../connection'
import { attachHubs, type Hubs } from '../index'
import { RECORD_END } from '../protocol'

export const HELLO = `{"protocol":"json","version":1}${RECORD_END}`
export const MOST = 3
/** Sends no pings, unless a test sets other times. */
const CALM: Pace = { ...PACE, check: 10, ping: 60_000 }

type Headers = Record<string, string>

/** A server with hubs, and clients of the hub `user`; a new one for each test. The cookie is the session. */
export class HubServer {
  http!: HttpServer
  io!: Server
  url = ''
  /** Requests wait for it before their viewer is known. */
  lookup: Promise<unknown> = Promise.resolve()
  #hubs!: Hubs
  readonly #sockets: (WebSocket | Socket)[] = []

  async open(pace: Partial<Pace> = {}): Promise<void> {
    this.http = createServer((_, res) => res.writeHead(404).end())
    this.#hubs = attachHubs({
      server: this.http,
      pace: { ...CALM, ...pace },
      viewer: (req) => this.#viewer(req),
      sentence: async (_, code) => code,
      limits: new ConnectionLimits(MOST),
      publicUrl: null,
      log: pino({ level: 'silent' })
    })
    this.io = new Server({ serveClient: false })
    this.io.bind(this.#hubs.engine)
    this.io.attach(this.http)
    // The first event confirms that the socket is admitted, as in the gateway.
    this.io.of('/game').on('connection', (socket) => {
      socket.join('rows')
      socket.emit('hello', { seq: 0 })
    })
    this.http.listen(0, '127.0.0.1')
    await once(this.http, 'listening')
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}/hub/user`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.splice(0))
      socket instanceof WebSocket ? socket.terminate() : socket.destroy()
    await this.#hubs.close()
    await this.io.close()
  }

  async reopen(pace: Partial<Pace>): Promise<void> {
    await this.close()
    await this.open(pace)
  }

  track<T extends WebSocket | Socket>(socket: T): T {
    this.#sockets.push(socket)
    return socket
  }

  members(): number {
    return this.io.of('/game').adapter.rooms.get('rows')?.size ?? 0
  }

  async settle(members: number): Promise<void> {
    await expect.poll(() => this.members()).toBe(members)
  }

  push(target: string, message: object): void {
    this.io.of('/game').to('rows').emit(target, message)
  }

  async connect(query = '') {
    const socket = this.track(new WebSocket(this.url.replace('http', 'ws') + query))
    let text = ''
    socket.on('message', (data) => {
      text += data
    })
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    await once(socket, 'open')
    const records = () => text.split(RECORD_END).filter(Boolean)
    return { socket, closed, received: () => records().map((record) => JSON.parse(record)) }
  }

  async enter() {
    const client = await this.connect()
    client.socket.send(HELLO)
    await expect.poll(client.received).toEqual([{}])
    return client
  }

  async request(method: string, query: string, body?: string, headers: Headers = {}, signal?: AbortSignal) {
    const response = await fetch(this.url + query, { method, body, headers, signal })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  async negotiate(): Promise<{ connectionToken: string; connectionId: string }> {
    const { text } = await this.request('POST', '/negotiate?negotiateVersion=1')
    return JSON.parse(text)
  }

  /** The query of a client that polls, after its handshake. */
  async poller(headers: Headers = {}): Promise<string> {
    const at = `?id=${(await this.negotiate()).connectionToken}`
    expect(await this.request('GET', at, undefined, headers)).toMatchObject({ status: 200, text: '' })
    expect(await this.request('POST', at, HELLO, headers)).toMatchObject({ status: 200 })
    const reply = await this.request('GET', at, undefined, headers)
    expect(reply).toMatchObject({ status: 200, text: `{}${RECORD_END}` })
    return at
  }

  /** Pushes until no client is left, at most 128 MiB: more than any system buffers for a connection. */
  async flood(): Promise<void> {
    const text = 'x'.repeat(32_768)
    for (let n = 0; n < 4000 && this.members() > 0; n++) {
      this.push('ReceivedGameNotice', { text })
      await new Promise(setImmediate)
    }
  }

  async #viewer({ headers }: IncomingMessage) {
    await this.lookup
    return { userId: null, sessionId: headers.cookie ?? null, role: 'visitor' }
  }
}

/** Opens a server before each test of the file, and closes it afterwards. */
export function hubServer(): HubServer {
  const hub = new HubServer()
  beforeEach(() => hub.open())
  afterEach(() => hub.close())
  return hub
}
