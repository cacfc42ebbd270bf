import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, createServer as createTcp, type Socket, type Server as TcpServer } from 'node:net'
import { clientAddress } from '~/server/http/context'
import { createGate, type Gate, routeByHost } from '~/server/http/gate'
import { openTlsListener } from '~/server/http/gate/listener'
import { BYTES_A_SECOND, createPace } from '~/server/http/load/pace'
import { createLeases } from '~/server/http/tunnels/leases'
import { createTraffic } from '~/server/http/tunnels/traffic'
import {
  createHostNames,
  createInstanceNotifications,
  createTicketSharing,
  createTunnelTickets
} from '~/server/instances'
import { createLimits } from '~/server/limits'
import { createI18n } from '~/server/platform/i18n'
import { closeServer, listenOnPort } from '~/server/platform/processes/lifecycle'
import { changeOf, openStores, type Stores } from '../stores/stores'
import { addEngine } from './instance-rows'

export const HOST = '127.0.0.1'
export const DOMAIN = 'inst.example.net'

/** An endpoint of an instance whose service is a server of this process. */
export interface Named {
  label: string
  host: string
  instance: string
}

/** The gate before a minimal platform, with services of tests behind it. */
export interface TestGate {
  gate: Gate
  port: number
  stores: Stores
  /** A web server as the service of an instance; several endpoints may share an instance. */
  web(service: RequestListener | Server, instance?: string): Promise<Named>
  tcp(service: (socket: Socket) => void): Promise<Named>
  /** An endpoint at a port where nothing listens. */
  nowhere(): Promise<Named>
  end(named: Named): Promise<void>
  publishChange(named: Named): void
  /** Places that its connections take. */
  places(named: Named): Promise<number>
  tls(files: { cert: string; key: string }, handshakes?: number): ReturnType<typeof openTlsListener>
  /** Stops the gate as the web process does before its end. */
  stop(): Promise<void>
  close(): Promise<void>
}

export async function openGate({
  limited = false,
  domain = DOMAIN,
  rate = BYTES_A_SECOND
} = {}): Promise<TestGate> {
  const stores = await openStores()
  const { redis, log } = stores
  const { pool } = stores.db
  const engine = await addEngine(stores.db)
  const servers: TcpServer[] = []
  const listeners: Awaited<ReturnType<typeof openTlsListener>>[] = []
  const notifications = createInstanceNotifications(redis, log)
  const traffic = createTraffic(redis, log)
  const gate = createGate({
    sessionAliases: [],
    domain,
    hostNames: createHostNames(stores.db),
    tickets: createTunnelTickets(
      stores.db,
      createTicketSharing({ db: stores.db, change: changeOf(stores), log }),
      { enabled: false },
      () => ({ url: null, tls: null })
    ),
    leases: createLeases(redis, log),
    traffic,
    pace: createPace(rate),
    limits: createLimits(redis, log, { enabled: limited }),
    translator: createI18n(),
    addressOf: clientAddress(['loopback']),
    subscribe: notifications.subscribe,
    log
  })
  const server = createServer()
  routeByHost(server, gate, 'http', {
    request: (_, res) => void res.setHeader('Set-Cookie', 'halyard_session=secret').end('platform'),
    upgrade: (_, socket) => {
      socket.end('HTTP/1.1 426 Platform\r\n\r\n', () => socket.destroy())
    }
  })
  const port = await listenOnPort(server, 0, HOST)
  /** Stores an endpoint as workers would, of a new or a known instance. */
  const named = async (protocol: 'tcp' | 'http', at: number, known?: string): Promise<Named> => {
    const label = `box-${randomBytes(8).toString('hex')}`
    const instance = known ?? randomUUID()
    if (!known)
      await pool.query(
        `INSERT INTO instances (id, kind, state, spec, memory_mb, cpu, lifetime, engine_id, operated_at, requested_at, next_at)
         VALUES ($1, 'test', 'ready', '{}', 64, 1, 60, $2, now(), now(), NULL)`,
        [instance, engine]
      )
    await pool.query(
      `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, published, engine_id, address)
       SELECT $1, count(*), '', '', $2, $3, $4, $2, $5, $6 FROM instance_endpoints WHERE instance_id = $1`,
      [instance, at, protocol, label, engine, HOST]
    )
    return { label, host: `${label}.${domain}`, instance }
  }
  const serving = async (service: TcpServer) => {
    servers.push(service)
    return listenOnPort(service as Server, 0, HOST)
  }
  const stop = async () => {
    await Promise.all([gate.close(), closeServer(server), ...listeners.map((one) => one.close())])
    await traffic.close()
  }
  return {
    ...{ gate, port, stores },
    web: async (service, instance) =>
      named('http', await serving(typeof service === 'function' ? createServer(service) : service), instance),
    tcp: async (service) => named('tcp', await serving(createTcp({ allowHalfOpen: true }, service))),
    async nowhere() {
      const gone = createTcp()
      const at = await serving(gone)
      await new Promise((resolve) => gone.close(resolve))
      return named('http', at)
    },
    async end({ instance }) {
      await pool.query(`UPDATE instances SET desired = 'down' WHERE id = $1`, [instance])
    },
    publishChange: ({ instance: id }) =>
      notifications.publish({
        id,
        kind: 'test',
        state: 'stopping',
        gameId: null,
        challengeId: null,
        participationId: null,
        users: []
      }),
    places: ({ instance }) => redis.zCard(`halyard:tunnels:instance:${instance}`),
    async tls(files, handshakes = 100) {
      const parts = { gate, log, port: 0, host: HOST, handshakes, files: { ...files, domain } }
      const listener = await openTlsListener(parts)
      listeners.push(listener)
      return listener
    },
    stop,
    async close() {
      const stopped = stop()
      server.closeAllConnections()
      await stopped
      notifications.close()
      for (const one of servers) {
        one.close()
        if ('closeAllConnections' in one) (one as Server).closeAllConnections()
      }
      await stores.close()
    }
  }
}

/** Everything that a server sends after these bytes, until it closes. */
export async function sendRaw(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, HOST).on('error', () => {})
  let heard = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk
  })
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  return heard
}

export async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of req.setEncoding('latin1')) body += chunk
  return body
}
