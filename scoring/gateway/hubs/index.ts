import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { AppError, toAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/network/origin'
import { connectionId } from '~/server/platform/network/scoring-name'
import type { ConnectionLimits } from '../connection-limits'
import type { Access } from '../sockets'
import { HubConnection, type Opening, PACE, type Pace } from './connection'
import { HubEngine, type HubName } from './hub-engine'
import { MAX_RECORD_BYTES } from './protocol'
import { LongPolling, overEvents, overWebSocket, type Transport } from './transports'

interface Needs extends Pick<Access, 'viewer' | 'sentence'> {
  server: Server
  limits: Pick<ConnectionLimits, 'take'>
  publicUrl: string | null
  log: Log
  pace?: Pace
}

/** The hubs of the contract at /hub (docs/rules/wire.md#hubs), for clients that speak SignalR. */
export interface Hubs {
  engine: HubEngine
  /** Asks clients to reconnect, and cuts those that do not close. */
  close(): Promise<void>
}

interface HubRequest {
  hub: HubName
  negotiates: boolean
  query: Map<string, string>
}

const IS_HUB = /^\/hub(?:[/?]|$)/i
const PATH = /^\/hub\/(user|monitor|admin)(\/negotiate)?\/?$/i
/** Milliseconds for clients to close when this process ends. */
const CLOSE_MS = 500
const NO_CONNECTION = 'hub.no_connection'

function hubRequestOf({ url = '/' }: IncomingMessage): HubRequest | null {
  const at = url.indexOf('?')
  const [, hub, negotiate] = PATH.exec(at < 0 ? url : url.slice(0, at)) ?? []
  if (!hub) return null
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at)))
    if (!query.has(name.toLowerCase())) query.set(name.toLowerCase(), value)
  return { hub: hub.toLowerCase() as HubName, negotiates: negotiate !== undefined, query }
}

/** Takes the requests and upgrades of hubs from the server; its other listeners get the rest. */
export function attachHubs({ server, ...needs }: Needs): Hubs {
  const registry = new Registry(needs)
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (req, res) => {
    if (IS_HUB.test(req.url ?? '')) void registry.request(req, res)
    else for (const other of others) other.call(server, req, res)
  })
  server.on('upgrade', (req, socket, head) => {
    if (IS_HUB.test(req.url ?? '')) void registry.upgrade(req, socket, head)
  })
  return { engine: registry.engine, close: () => registry.close() }
}

class Registry {
  readonly engine = new HubEngine()
  readonly #connections = new Map<string, HubConnection>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_RECORD_BYTES,
    perMessageDeflate: false
  })
  readonly #pace: Pace
  readonly #checking: NodeJS.Timeout

  constructor(private readonly needs: Omit<Needs, 'server'>) {
    this.#pace = needs.pace ?? PACE
    this.#checking = setInterval(() => {
      const now = performance.now()
      for (const connection of this.#connections.values()) connection.check(now)
    }, this.#pace.check).unref()
  }

  async request(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      this.#checkOrigin(req)
      const hubRequest = hubRequestOf(req)
      if (!hubRequest) throw new AppError('request.not_found', 404)
      const { method = '' } = req
      const methods = hubRequest.negotiates ? ['POST'] : ['GET', 'POST', 'DELETE']
      if (!methods.includes(method)) {
        res.setHeader('Allow', methods.join(', '))
        throw new AppError('request.method_not_allowed', 405)
      }
      if (hubRequest.negotiates) this.#negotiate(req, res, hubRequest)
      else if (method === 'GET') await this.#receive(req, res, hubRequest)
      else if (method === 'POST') await this.#send(req, res, hubRequest)
      else await this.#delete(req, res, hubRequest)
    } catch (error) {
      const { status, retryAfter, body } = await this.#refusal(req, error)
      if (res.headersSent) return void res.destroy()
      if (retryAfter !== null) res.setHeader('Retry-After', retryAfter)
      res.writeHead(status, JSON_HEADERS).end(body)
    }
  }

  async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      this.#checkOrigin(req)
      const hubRequest = hubRequestOf(req)
      if (!hubRequest || hubRequest.negotiates) throw new AppError('request.not_found', 404)
      const known = this.#connections.get(hubRequest.query.get('id') ?? '')
      if (known?.hub === hubRequest.hub && known.transport) throw new AppError(NO_CONNECTION, 409)
      // A token of another process is as good as none, since a WebSocket needs no earlier request.
      const connection = known?.hub === hubRequest.hub ? known : this.#begin(req, hubRequest.hub).connection
      this.#sockets.handleUpgrade(req, socket, head, (opened) =>
        carry(opened, connection, openingOf(req, hubRequest))
      )
    } catch (error) {
      const { status, retryAfter, body } = await this.#refusal(req, error)
      const wait = retryAfter === null ? '' : `Retry-After: ${retryAfter}\r\n`
      const fields = Object.entries({ ...JSON_HEADERS, 'Content-Length': Buffer.byteLength(body) })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${wait}${fields}Connection: close\r\n\r\n${body}`,
        () => socket.destroy()
      )
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#checking)
    for (const connection of this.#connections.values()) connection.close(null, true)
    const end = performance.now() + CLOSE_MS
    while (this.#connections.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.#connections.values()) connection.cut()
  }

  #checkOrigin(req: IncomingMessage): void {
    if (!sameOrigin(req, this.needs.publicUrl)) throw new AppError('request.foreign_origin', 403)
  }

  /** @throws AppError when the address has too many connections */
  #begin(req: IncomingMessage, hub: HubName): { token: string; connection: HubConnection } {
    const release = this.needs.limits.take(req)
    if (!release) throw new AppError('rate.limited', 429, { retryAfter: 30 })
    const token = connectionId(req.headers, randomBytes(24).toString('base64url'))
    const connection = new HubConnection(hub, {
      engine: this.engine,
      pace: this.#pace,
      sentence: this.needs.sentence,
      closed: () => {
        this.#connections.delete(token)
        release()
      }
    })
    this.#connections.set(token, connection)
    return { token, connection }
  }

  #negotiate(req: IncomingMessage, res: ServerResponse, { hub, query }: HubRequest): void {
    const { token } = this.#begin(req, hub)
    const ids =
      Number(query.get('negotiateversion') ?? 0) >= 1
        ? { negotiateVersion: 1, connectionId: randomBytes(16).toString('base64url'), connectionToken: token }
        : { negotiateVersion: 0, connectionId: token }
    const transports = ['WebSockets', 'ServerSentEvents', 'LongPolling']
    const availableTransports = transports.map((transport) => ({ transport, transferFormats: ['Text'] }))
    res.writeHead(200, JSON_HEADERS).end(JSON.stringify({ ...ids, availableTransports }))
  }

  async #receive(req: IncomingMessage, res: ServerResponse, hubRequest: HubRequest): Promise<void> {
    const { sessionId } = await this.needs.viewer(req)
    const connection = this.#named(hubRequest)
    const streams = /\btext\/event-stream\b/i.test(req.headers.accept ?? '')
    const { transport } = connection
    if (!transport) {
      const closed = () => connection.end()
      const opening = openingOf(req, hubRequest, sessionId)
      if (streams) return connection.open(opening, overEvents(res, closed))
      const polling = new LongPolling(closed)
      connection.open(opening, polling)
      return polling.open(res)
    }
    if (!connection.isOf(sessionId)) {
      if (!connection.isClosing) throw new AppError(NO_CONNECTION, 404)
      // Its session ended between two polls: the client only learns that it is over.
      connection.cut()
      return void res.writeHead(204, { 'Cache-Control': 'no-store' }).end()
    }
    if (streams || !(transport instanceof LongPolling)) throw new AppError(NO_CONNECTION, 409)
    connection.noteActivity()
    transport.poll(res)
  }

  async #send(req: IncomingMessage, res: ServerResponse, hubRequest: HubRequest): Promise<void> {
    const connection = await this.#find(req, hubRequest)
    const text = await bodyOf(req)
    if (text === null) {
      connection.close('The message is too long.')
      throw new AppError('request.too_large', 413)
    }
    connection.receive(text)
    res.writeHead(200).end()
  }

  async #delete(req: IncomingMessage, res: ServerResponse, hubRequest: HubRequest): Promise<void> {
    const connection = await this.#find(req, hubRequest)
    connection.cut()
    res.writeHead(202).end()
  }

  /** @throws AppError unless the request names an open connection of the same session */
  async #find(req: IncomingMessage, hubRequest: HubRequest): Promise<HubConnection> {
    const { sessionId } = await this.needs.viewer(req)
    const connection = this.#named(hubRequest)
    if (!connection.isOf(sessionId)) throw new AppError(NO_CONNECTION, 404)
    return connection
  }

  #named({ hub, query }: HubRequest): HubConnection {
    const id = query.get('id')
    if (!id) throw new AppError(NO_CONNECTION, 400)
    const connection = this.#connections.get(id)
    if (connection?.hub !== hub) throw new AppError(NO_CONNECTION, 404)
    return connection
  }

  async #refusal(req: IncomingMessage, error: unknown) {
    const { code, status, retryAfter } = toAppError(error)
    if (status >= 500) this.needs.log.warn({ err: (error as Error).message }, 'socket_not_admitted')
    const title = await this.needs.sentence(req, code).catch(() => STATUS_CODES[status] ?? '')
    return { status, retryAfter, body: JSON.stringify({ title, status, code }) }
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

const openingOf = (req: IncomingMessage, { query }: HubRequest, sessionId?: string | null): Opening => ({
  req,
  game: query.get('game') ?? null,
  sessionId
})

function carry(socket: WebSocket, connection: HubConnection, opening: Opening): void {
  const transport: Transport = overWebSocket(socket, () => connection.end())
  connection.open(opening, transport)
  socket.on('message', (data) => connection.receive(data.toString()))
  // After a frame that is too long or broken the library closes.
  socket.on('error', () => connection.close(null))
}

async function bodyOf(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_RECORD_BYTES) chunks.push(chunk)
  }
  return size > MAX_RECORD_BYTES ? null : Buffer.concat(chunks).toString()
}
