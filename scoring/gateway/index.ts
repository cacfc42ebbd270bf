import { randomBytes } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import { CEREMONY_CHANNEL } from '~/server/freeze/contract'
import { INSTANCE_CHANNEL } from '~/server/instances/contract'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/network/origin'
import { connectionId } from '~/server/platform/network/scoring-name'
import { channelOf, type Redis } from '~/server/platform/redis'
import { CLAIMS_CHANNEL } from '~/server/workspace/contract'
import { LIVE_CHANNEL } from '../board/redis-keys'
import { decodeLive, type LiveMessage } from './bus'
import { ConnectionLimits } from './connection-limits'
import { ADMIN_NAMESPACE, GAME_NAMESPACE, MONITOR_NAMESPACE, type Refusal } from './contract'
import { countSockets } from './count-sockets'
import { GameViewers } from './game-viewers'
import { adminHandshakeOf, handshakeOf, isContractClient, monitorHandshakeOf } from './handshakes'
import { attachHubs, type Hubs } from './hubs'
import { LogViewers } from './log-viewers'
import { MonitorViewers } from './monitor-viewers'
import { pushCeremony } from './push-ceremony'
import { pushClaims } from './push-claims'
import { pushInstances } from './push-instances'
import { StandingPusher } from './push-standings'
import { GameTimesPusher } from './push-times'
import { Rechecks } from './rechecks'
import {
  type Access,
  type GameNamespace,
  type GameServer,
  type GameSocket,
  gameRoom,
  gameRoomsOf,
  newsRoom,
  participationRoom,
  roomsOf,
  roomsOfTag,
  userRoom
} from './sockets'

export type { Access, Viewer } from './sockets'

interface GatewayNeeds {
  server: HttpServer
  redis: Redis
  token: string
  log: Log
  publicUrl: string | null
  socketsPerAddress: number | null
  access: Access
  /** Has a process lead the game; resolves when one does. */
  want(game: number): Promise<void>
  /** The entry from which deltas start if Redis has none. */
  headOf(game: number): Promise<number>
}

export interface Gateway {
  /** Pushes what happened in this process; messages of other processes come through Redis. */
  push(message: LiveMessage): void
  /** Disconnects sockets that may no longer watch. Tags are those of caches; null when any may have changed. */
  recheck(tags: string[] | null): void
  close(): Promise<void>
}

/** Milliseconds between two rechecks of all sockets, since sessions expire silently. */
const REGULAR_MS = 600_000

/** Both ends find a dead connection within ten seconds, so that no page shows "Live" for longer. */
const PING = { pingInterval: 6_000, pingTimeout: 4_000 }

export async function createGateway(needs: GatewayNeeds): Promise<Gateway> {
  const { redis, log } = needs
  const limits = new ConnectionLimits(needs.socketsPerAddress)
  const hubs = attachHubs({ ...needs, ...needs.access, limits })
  const io = socketServer(needs, limits, hubs.engine)
  const games = io.of(GAME_NAMESPACE)
  const staff = io.of(MONITOR_NAMESPACE)
  const admins = io.of(ADMIN_NAMESPACE)
  const standings = new StandingPusher(needs.access.standing)
  const times = new GameTimesPusher(games, needs.access.times, log)
  const viewers = new GameViewers(games, redis, needs.headOf, needs.want, log)
  const monitors = new MonitorViewers(staff, needs.access.feed, log)
  const logs = new LogViewers(admins, needs.access.logs, log)
  const push = (message: LiveMessage) => {
    pushVerdicts(games, message)
    pushSolves(games, message)
    viewers.push(message)
    monitors.changed(message.game)
  }

  authoriseSockets(
    games,
    (socket) => limits.admit(socket, () => authoriseViewer(socket, needs.access, viewers)),
    log
  )
  games.on('connection', (socket) => void admitViewer(socket, viewers, standings, times))
  onceEmpty(games, (game) => {
    const { rooms } = games.adapter
    if (!rooms.has(gameRoom(game)) && !rooms.has(newsRoom(game))) viewers.end(game)
  })
  authoriseSockets(staff, (socket) => limits.admit(socket, () => authoriseStaff(socket, needs.access)), log)
  admitSockets(staff, (socket) => monitors.admit(socket), log)
  onceEmpty(staff, (game) => monitors.end(game))
  authoriseSockets(admins, (socket) => limits.admit(socket, () => authoriseAdmin(socket, needs.access)), log)
  admitSockets(admins, (socket) => logs.admit(socket), log)

  const { viewer, refusal, staffRefusal, adminRefusal } = needs.access
  const rechecks = [
    new Rechecks(games, viewer, refusal, log, (group) => standings.recheck(group)),
    new Rechecks(staff, viewer, staffRefusal, log),
    new Rechecks(admins, viewer, adminRefusal, log)
  ]
  const subscriber = await openSubscriber(needs, games, viewers, push)

  const recheck = (tags: string[] | null) => {
    for (const one of rechecks) one.request(tags?.flatMap(roomsOfTag) ?? null)
    times.changed(tags)
  }
  const stopCounting = countSockets(games, redis, needs.token, log)
  const regular = setInterval(() => recheck(null), REGULAR_MS).unref()

  return {
    push,
    recheck,
    async close() {
      clearInterval(regular)
      stopCounting()
      subscriber.destroy()
      viewers.close()
      monitors.close()
      logs.close()
      for (const one of rechecks) one.close()
      await hubs.close()
      await io.close()
    }
  }
}

async function openSubscriber(
  { redis, token, log }: GatewayNeeds,
  games: GameNamespace,
  viewers: GameViewers,
  push: (message: LiveMessage) => void
): Promise<Redis> {
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  subscriber.on('ready', () => {
    viewers.catchUp().catch((error: Error) => log.warn({ err: error.message }, 'sockets_not_caught_up'))
  })
  await subscriber.connect()
  await subscriber.subscribe(channelOf(redis, LIVE_CHANNEL), (text) => {
    const envelope = decodeLive(text)
    if (envelope.origin === token) viewers.onOwnMessage(envelope)
    else push(envelope.open())
  })
  await subscriber.subscribe(channelOf(redis, INSTANCE_CHANNEL), (text) => pushInstances(games, text))
  await subscriber.subscribe(channelOf(redis, CEREMONY_CHANNEL), (text) => pushCeremony(games, text))
  await subscriber.subscribe(channelOf(redis, CLAIMS_CHANNEL), (text) => pushClaims(games, text))
  return subscriber
}

function socketServer(
  { server, publicUrl }: GatewayNeeds,
  limits: ConnectionLimits,
  hubEngine: Hubs['engine']
): GameServer {
  const io: GameServer = new Server({
    serveClient: false,
    ...PING,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16_384,
    allowRequest: (req, decide) => decide(null, sameOrigin(req, publicUrl) && !limits.full(req))
  })
  io.bind(hubEngine)
  // Last, since Socket.IO takes the engine that it bound last for its own, and closes it.
  io.attach(server)
  limits.count(io.engine)
  // Polling names its connection in every request, and any web process may receive one.
  io.engine.generateId = (req: IncomingMessage) =>
    connectionId(req.headers, randomBytes(18).toString('base64url'))
  return io
}

function authoriseSockets(
  namespace: GameNamespace,
  authorise: (socket: GameSocket) => Promise<Refusal | null>,
  log: Log
): void {
  namespace.use((socket, next) => {
    authorise(socket).then(
      (refusal) => next(refusal ? new Error(refusal) : undefined),
      (error: Error) => {
        log.warn({ err: error.message }, 'socket_not_admitted')
        next(new Error('server.busy' satisfies Refusal))
      }
    )
  })
}

/** Disconnects a socket when this fails, so that it connects again. */
function admitSockets(
  namespace: GameNamespace,
  admit: (socket: GameSocket) => Promise<void>,
  log: Log
): void {
  namespace.on('connection', (socket) => {
    admit(socket).catch((error: Error) => {
      log.warn({ err: error.message, namespace: namespace.name }, 'socket_not_greeted')
      socket.disconnect(true)
    })
  })
}

function onceEmpty(namespace: GameNamespace, ended: (game: number) => void): void {
  namespace.adapter.on('delete-room', (room: string) => {
    if (/^(game|news):/.test(room)) ended(Number(room.slice(5)))
  })
}

async function authoriseViewer(
  socket: GameSocket,
  access: Access,
  viewers: GameViewers
): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const handshake = handshakeOf(auth, query)
  if (!handshake) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.refusal(socket.request, handshake.game)
  ])
  const { game, seq, newsOnly } = handshake
  const early = refusal === 'game.not_started'
  if (refusal && !(early && newsOnly)) return refusal
  socket.data = { viewer, game, seq, newsOnly, early, rows: isContractClient(auth) }
  if (!early) await viewers.feed(game)
  return null
}

async function authoriseStaff(socket: GameSocket, access: Access): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const handshake = monitorHandshakeOf(auth, query)
  if (!handshake) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.staffRefusal(socket.request, handshake.game)
  ])
  if (refusal) return refusal
  const { game, after } = handshake
  socket.data = { viewer, game, seq: undefined, after, rows: isContractClient(auth) }
  return null
}

async function authoriseAdmin(socket: GameSocket, access: Access): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const handshake = adminHandshakeOf(auth, query)
  if (!handshake) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.adminRefusal(socket.request)
  ])
  if (refusal) return refusal
  const wording = isContractClient(auth, 'after') ? await access.wording(socket.request) : undefined
  socket.data = { viewer, game: 0, seq: undefined, afterEvent: handshake.after, wording }
  return null
}

async function admitViewer(
  socket: GameSocket,
  viewers: GameViewers,
  standings: StandingPusher,
  times: GameTimesPusher
): Promise<void> {
  const { early } = socket.data
  await socket.join([...roomsOf(socket.data), ...gameRoomsOf(socket.data)])
  try {
    if (early) socket.emit('hello', { seq: 0 })
    else await viewers.greet(socket)
    await Promise.all([times.greet(socket), standings.greet(socket)])
  } catch {
    socket.disconnect(true)
  }
}

function pushVerdicts(games: GameNamespace, { verdicts }: LiveMessage): void {
  for (const { user, ...verdict } of verdicts) {
    const room = userRoom(user)
    if (games.adapter.rooms.has(room)) games.to(room).emit('verdict', verdict)
  }
}

function pushSolves(games: GameNamespace, { solves = [] }: LiveMessage): void {
  for (const { participation, user, ...solve } of solves) {
    const room = participationRoom(participation)
    if (!games.adapter.rooms.has(room)) continue
    const members = games.to(room)
    const mates = user === null ? members : members.except(userRoom(user))
    mates.emit('teamSolve', solve)
  }
}
