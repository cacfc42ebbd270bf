import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { io, type Socket } from 'socket.io-client'
import { GameBoard } from '~/scoring/board/game-board'
import type { Handshake, ServerMessages } from '~/scoring/gateway/contract'
import { type Scoreboard, scoreboardView } from '~/scoring/rules'
import { startScoring } from '~/scoring/scoring'
import { createSocketAccess } from '~/scoring/socket-access'
import { createDatabase } from '~/server/db'
import type { NoticeView } from '~/server/notices/contract'
import { createCaches } from '~/server/platform/cache'
import type { Env } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { createRedis } from '~/server/platform/redis'
import type { Loaded } from '~/server/plugins'
import { createServices, type Services } from '~/server/services'
import type { Stores } from '../stores/stores'

export interface RunningScoring {
  url: string
  services: Services
  close(): Promise<void>
}

const i18n = createI18n()

/** Starts what scoring/main.ts starts, on any free port. */
export async function runScoring(
  { databaseUrl, redisUrl, log }: Stores,
  more: Partial<Env> = {},
  socketsPerAddress: number | null = null,
  plugins: readonly Loaded[] = []
): Promise<RunningScoring> {
  const db = createDatabase(databaseUrl, { guarded: true, pipeline: true })
  const redis = await createRedis(redisUrl, log)
  const caches = await createCaches(redis, log)
  const env = { HALYARD_DATA: tmpdir(), HALYARD_SECRET: '0'.repeat(64), ...more }
  const services = createServices({ db, redis, caches, env, log, plugins, process: 'scoring' })
  const server = createServer((_, res) => res.end())
  const scoring = await startScoring({
    db,
    redis,
    caches,
    server,
    access: createSocketAccess(services, i18n),
    publicUrl: more.PUBLIC_URL ?? null,
    socketsPerAddress,
    judged: services.submissions.judged,
    plugins: services.plugins,
    log
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    async close() {
      await scoring.close()
      await caches.close()
      redis.destroy()
      await db.close()
    }
  }
}

type Name = keyof ServerMessages
export type Received = { [N in Name]: { name: N; message: Parameters<ServerMessages[N]>[0] } }[Name]

export interface ViewerSocket {
  socket: Socket
  received: Received[]
  of<N extends Name>(name: N): Parameters<ServerMessages[N]>[0][]
  /** Every notice, whether it came with a delta or without. */
  notices(): NoticeView[]
}

/** Connects to `/game`; resolves after `hello`, rejects with the reason of a refusal. */
export function watchGame(
  url: string,
  auth: Handshake,
  headers: Record<string, string> = {},
  transports = ['websocket']
): Promise<ViewerSocket> {
  const socket = io(`${url}/game`, {
    auth,
    transports,
    extraHeaders: headers,
    forceNew: true,
    reconnection: false
  })
  const received: Received[] = []
  socket.onAny((name: Name, message) => received.push({ name, message } as Received))
  const of = <N extends Name>(name: N) =>
    received
      .filter((one) => one.name === name)
      .map(({ message }) => message as Parameters<ServerMessages[N]>[0])
  const notices = () =>
    received.flatMap(({ name, message }) =>
      name === 'notices' ? message : name === 'delta' ? (message.notices ?? []) : []
    )
  return new Promise((resolve, reject) => {
    socket.once('hello', () => resolve({ socket, received, of, notices }))
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
}

/** A fold of the whole ledger, in the form of the wire. */
export async function foldedBoard({ db }: Stores, game: number): Promise<Scoreboard> {
  const board = await GameBoard.open(db, game, null)
  if (!board) throw new Error(`There is no game ${game}`)
  return JSON.parse(JSON.stringify(scoreboardView(board.state, board.cards, 0)))
}
