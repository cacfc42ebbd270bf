import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/origin'
import type { Redis } from '~/server/platform/redis'
import { LIVE_CHANNEL } from '../board/keys'
import { decodeLive, type LiveMessage } from './bus'
import { GAME_NAMESPACE, type Refusal } from './contract'
import { handshakeOf } from './guard'
import { Rechecks } from './rechecks'
import {
  type Doors,
  type GameNamespace,
  type GameServer,
  type GameSocket,
  roomsOf,
  userRoom
} from './sockets'
import { Watch } from './watch'

export type { Doors, Viewer } from './sockets'

export interface GatewayNeeds {
  server: HttpServer
  redis: Redis
  /** Names this process in Redis. */
  token: string
  log: Log
  publicUrl: string | null
  doors: Doors
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

/** Opens the gateway on an HTTP server. */
export async function createGateway(needs: GatewayNeeds): Promise<Gateway> {
  const { redis, log, token } = needs
  const io: GameServer = new Server(needs.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16_384,
    allowRequest: (req, decide) => decide(null, sameOrigin(req, needs.publicUrl))
  })
  const games = io.of(GAME_NAMESPACE)
  const watch = new Watch(games, redis, needs.headOf)
  const tell = (message: LiveMessage) => {
    tellUsers(games, message)
    watch.pass(message)
  }

  games.use((socket, next) => {
    admit(socket, needs.doors, watch).then(
      (refusal) => next(refusal ? new Error(refusal) : undefined),
      (error: Error) => {
        log.warn({ err: error.message }, 'socket_not_admitted')
        next(new Error('server.busy' satisfies Refusal))
      }
    )
  })
  games.on('connection', (socket) => void greet(socket, watch))
  games.adapter.on('delete-room', (room: string) => {
    if (room.startsWith('game:')) watch.end(Number(room.slice(5)))
  })

  const rechecks = new Rechecks(games, needs.doors, log)
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  subscriber.on('ready', () => {
    watch.catchUp().catch((error: Error) => log.warn({ err: error.message }, 'sockets_not_caught_up'))
  })
  await subscriber.connect()
  await subscriber.subscribe(LIVE_CHANNEL, (text) => {
    const envelope = decodeLive(text)
    if (envelope.origin === token) watch.own(envelope)
    else tell(envelope.open())
  })

  return {
    tell,
    recheck: (tags) => rechecks.request(tags),
    async close() {
      subscriber.destroy()
      watch.close()
      rechecks.close()
      await io.close()
    }
  }
}

/** The reason to refuse, or null. */
async function admit(socket: GameSocket, doors: Doors, watch: Watch): Promise<Refusal | null> {
  const { auth, query } = socket.handshake
  const asked = handshakeOf(auth, query)
  if (!asked) return 'handshake.invalid'
  const [viewer, refusal] = await Promise.all([
    doors.viewer(socket.request),
    doors.refusal(socket.request, asked.game)
  ])
  if (refusal) return refusal
  socket.data = { viewer, game: asked.game, seq: asked.seq }
  await watch.feed(asked.game)
  return null
}

/** Lets the socket in and brings its board up to date. */
async function greet(socket: GameSocket, watch: Watch): Promise<void> {
  const { game, seq } = socket.data
  await socket.join(roomsOf(socket.data))
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
