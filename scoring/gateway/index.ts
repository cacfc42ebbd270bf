import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { INSTANCE_CHANNEL } from '~/server/instances/contract'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/origin'
import { channelOf, type Redis } from '~/server/platform/redis'
import { LIVE_CHANNEL } from '../board/keys'
import { decodeLive, type LiveMessage } from './bus'
import { ConnectionLimits } from './connection-limits'
import { ADMIN_NAMESPACE, GAME_NAMESPACE, MONITOR_NAMESPACE, type Refusal } from './contract'
import { adminHandshakeOf, handshakeOf, monitorHandshakeOf, ofContract } from './guard'
import { tellInstances } from './instances'
import { LogWatch } from './log-watch'
import { Monitors } from './monitors'
import { Rechecks } from './rechecks'
import {
  type Access,
  type GameNamespace,
  type GameServer,
  type GameSocket,
  gameRoomsOf,
  roomsOf,
  userRoom
} from './sockets'
import { Watch } from './watch'

export type { Access, Viewer } from './sockets'

export interface GatewayNeeds {
  server: HttpServer
  redis: Redis
  /** Names this process in Redis. */
  token: string
  log: Log
  publicUrl: string | null
  /** Connections that one address may hold open; null = any number. */
  socketsPerAddress: number | null
  access: Access
  /** Last entry of the game's ledger, by Postgres. */
  headOf(game: number): Promise<number>
}

/** The sockets of this process. */
export interface Gateway {
  /** Tells them what happened here. Other processes' messages arrive through Redis. */
  tell(message: LiveMessage): void
  /**
   * Sessions, roles or games changed: cuts the sockets that are no longer what they were. The tags are those of
   * the caches; null when any may have changed.
   */
  recheck(tags: string[] | null): void
  close(): Promise<void>
}

/** Everybody is looked at this often even if nothing is said to have changed. */
const REGULAR_MS = 600_000

/** Opens the gateway on an HTTP server. */
export async function createGateway(needs: GatewayNeeds): Promise<Gateway> {
  const { redis, log, token } = needs
  const limits = new ConnectionLimits(needs.socketsPerAddress)
  const io: GameServer = new Server(needs.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16_384,
    allowRequest: (req, decide) => decide(null, sameOrigin(req, needs.publicUrl) && !limits.full(req))
  })
  limits.count(io.engine)
  const games = io.of(GAME_NAMESPACE)
  const staff = io.of(MONITOR_NAMESPACE)
  const admins = io.of(ADMIN_NAMESPACE)
  const watch = new Watch(games, redis, needs.headOf)
  const monitors = new Monitors(staff, needs.access.feed, log)
  const logs = new LogWatch(admins, needs.access.logs, log)
  const tell = (message: LiveMessage) => {
    tellUsers(games, message)
    watch.pass(message)
    monitors.changed(message.game)
  }

  guard(games, (socket) => limits.admit(socket, () => admit(socket, needs.access, watch)), log)
  games.on('connection', (socket) => void greet(socket, watch))
  onceEmpty(games, (game) => watch.end(game))
  guard(staff, (socket) => limits.admit(socket, () => admitStaff(socket, needs.access)), log)
  greeting(staff, (socket) => monitors.greet(socket), log)
  onceEmpty(staff, (game) => monitors.end(game))
  guard(admins, (socket) => limits.admit(socket, () => admitAdmin(socket, needs.access)), log)
  greeting(admins, (socket) => logs.greet(socket), log)

  const { viewer, refusal, staffRefusal, adminRefusal } = needs.access
  const rechecks = [
    new Rechecks(games, viewer, refusal, log),
    new Rechecks(staff, viewer, staffRefusal, log),
    new Rechecks(admins, viewer, adminRefusal, log)
  ]
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  subscriber.on('ready', () => {
    watch.catchUp().catch((error: Error) => log.warn({ err: error.message }, 'sockets_not_caught_up'))
  })
  await subscriber.connect()
  await subscriber.subscribe(channelOf(redis, LIVE_CHANNEL), (text) => {
    const envelope = decodeLive(text)
    if (envelope.origin === token) watch.own(envelope)
    else tell(envelope.open())
  })
  await subscriber.subscribe(channelOf(redis, INSTANCE_CHANNEL), (text) => tellInstances(games, text))

  const recheck = (tags: string[] | null) => {
    for (const one of rechecks) one.request(tags)
  }
  // Nobody says when a session has run out.
  const regular = setInterval(() => recheck(null), REGULAR_MS).unref()

  return {
    tell,
    recheck,
    async close() {
      clearInterval(regular)
      subscriber.destroy()
      watch.close()
      monitors.close()
      logs.close()
      for (const one of rechecks) one.close()
      await io.close()
    }
  }
}

/** Lets sockets into a namespace, or tells them why not. */
function guard(
  namespace: GameNamespace,
  admit: (socket: GameSocket) => Promise<Refusal | null>,
  log: Log
): void {
  namespace.use((socket, next) => {
    admit(socket).then(
      (refusal) => next(refusal ? new Error(refusal) : undefined),
      (error: Error) => {
        log.warn({ err: error.message }, 'socket_not_admitted')
        next(new Error('server.busy' satisfies Refusal))
      }
    )
  })
}

/** Brings every new socket up to date, or lets it try again. */
function greeting(namespace: GameNamespace, greet: (socket: GameSocket) => Promise<void>, log: Log): void {
  namespace.on('connection', (socket) => {
    greet(socket).catch((error: Error) => {
      log.warn({ err: error.message, namespace: namespace.name }, 'socket_not_greeted')
      socket.disconnect(true)
    })
  })
}

/** Calls back when the last socket of a game is gone. */
function onceEmpty(namespace: GameNamespace, gone: (game: number) => void): void {
  namespace.adapter.on('delete-room', (room: string) => {
    if (room.startsWith('game:')) gone(Number(room.slice(5)))
  })
}

/** The reason to refuse, or null. */
async function admit(socket: GameSocket, access: Access, watch: Watch): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const asked = handshakeOf(auth, query)
  if (!asked) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.refusal(socket.request, asked.game)
  ])
  if (refusal) return refusal
  socket.data = { viewer, game: asked.game, seq: asked.seq, rows: ofContract(auth) }
  await watch.feed(asked.game)
  return null
}

/** The same for staff. */
async function admitStaff(socket: GameSocket, access: Access): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const asked = monitorHandshakeOf(auth, query)
  if (!asked) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.staffRefusal(socket.request, asked.game)
  ])
  if (refusal) return refusal
  const { game, after } = asked
  socket.data = { viewer, game, seq: undefined, after, rows: ofContract(auth) }
  return null
}

/** The same for administrators. */
async function admitAdmin(socket: GameSocket, access: Access): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const asked = adminHandshakeOf(auth, query)
  if (!asked) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    access.viewer(socket.request),
    access.adminRefusal(socket.request)
  ])
  if (refusal) return refusal
  const wording = ofContract(auth, 'after') ? await access.wording(socket.request) : undefined
  socket.data = { viewer, game: 0, seq: undefined, afterEvent: asked.after, wording }
  return null
}

/** Lets the socket in and brings its board up to date. */
async function greet(socket: GameSocket, watch: Watch): Promise<void> {
  const { game, seq } = socket.data
  await socket.join([...roomsOf(socket.data), ...gameRoomsOf(socket.data)])
  const feed = await watch.feed(game).catch(() => null)
  if (!feed) return void socket.disconnect(true)
  socket.emit('hello', { seq: feed.seq })
  if (seq === undefined || seq === feed.seq) return
  const missed = feed.since(seq)
  if (missed) socket.emit('delta', missed)
  else socket.emit('resync', { seq: feed.seq })
}

function tellUsers(games: GameNamespace, { verdicts }: LiveMessage): void {
  for (const { user, ...verdict } of verdicts) {
    const room = userRoom(user)
    if (games.adapter.rooms.has(room)) games.to(room).emit('verdict', verdict)
  }
}
