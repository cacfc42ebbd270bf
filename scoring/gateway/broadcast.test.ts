import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoticeView } from '~/server/notices/contract'
import type { Step } from '../board/game-board'
import type { PublicEvent } from '../rules/contract'
import { Broadcast } from './broadcast'
import type { ServerMessages } from './contract'
import { type GameServer, gameRoom, newsRoom, type SocketData } from './sockets'

const GAME = 7
const VIEWERS = 450

let http: ReturnType<typeof createServer>
let server: GameServer
let broadcast: Broadcast
let sockets: Socket[]

/** A viewer in the room of news gets only notices. */
interface Viewer {
  names: string[]
  deltas: Parameters<ServerMessages['delta']>[0][]
  notices: number[]
}

const step = (from: number, to: number): Step => ({
  from,
  to,
  events: Array.from({ length: to - from }, (_, i) => ({ seq: from + i + 1 }) as PublicEvent)
})
const notice = (id: number) => ({ id, values: [] }) as unknown as NoticeView

async function view(room: string, auth: { early?: boolean } = {}): Promise<Viewer> {
  const viewer: Viewer = { names: [], deltas: [], notices: [] }
  const { port } = http.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}/game`, {
    auth: { room, ...auth },
    transports: ['websocket'],
    forceNew: true
  })
  sockets.push(socket)
  socket.onAny((name: string) => viewer.names.push(name))
  socket.on('delta', (delta: Viewer['deltas'][number]) => {
    viewer.deltas.push(delta)
    viewer.notices.push(...(delta.notices ?? []).map(({ id }) => id))
  })
  socket.on('notices', (notices: NoticeView[]) => viewer.notices.push(...notices.map(({ id }) => id)))
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  return viewer
}

beforeEach(async () => {
  sockets = []
  http = createServer()
  server = new Server(http, { transports: ['websocket'] })
  const namespace = server.of('/game')
  namespace.on('connection', (socket) => {
    const { room } = socket.handshake.auth
    socket.data = { newsOnly: room === newsRoom(GAME) } as SocketData
    socket.join(room)
    if (!socket.handshake.auth.early) broadcast.admit(socket)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  broadcast = new Broadcast(namespace, GAME, pino({ level: 'silent' }))
})

afterEach(async () => {
  broadcast.close()
  for (const socket of sockets) socket.close()
  await server.close()
})

const times = (viewer: Viewer) => viewer.deltas.map(({ from, to }) => [from, to])
const entries = (viewer: Viewer) => viewer.deltas.flatMap(({ events }) => events.map(({ seq }) => seq))
const upTo = (end: number) => Array.from({ length: end }, (_, n) => n + 1)

test('the first delta of a burst is sent at once, and the rest as one message with its notices', async () => {
  const [board, news] = [await view(gameRoom(GAME)), await view(newsRoom(GAME))]
  for (let n = 0; n < 40; n++) broadcast.send(step(n, n + 1), n % 2 ? [notice(n)] : [])
  await vi.waitFor(() => expect(board.deltas.at(-1)?.to).toBe(40))
  await vi.waitFor(() => expect(news.notices).toHaveLength(20))
  const odd = Array.from({ length: 20 }, (_, n) => 2 * n + 1)
  expect(times(board)).toEqual([
    [0, 1],
    [1, 40]
  ])
  expect(entries(board)).toEqual(upTo(40))
  expect(board.notices).toEqual(odd)
  expect(news.notices).toEqual(odd)
  expect(news.names).toEqual(['notices'])
})

test('steps that do not join stay apart, and a resync drops those before it', async () => {
  const board = await view(gameRoom(GAME))
  broadcast.send(step(0, 1), [])
  broadcast.send(step(1, 2), [])
  broadcast.send(step(5, 6), [notice(1)])
  await vi.waitFor(() => expect(board.deltas).toHaveLength(3))
  expect(times(board)).toEqual([
    [0, 1],
    [1, 2],
    [5, 6]
  ])
  broadcast.send(step(6, 7), [])
  broadcast.send(step(7, 8), [])
  broadcast.send({ from: 8, to: 9, events: null }, [notice(2)])
  broadcast.send(step(9, 10), [])
  await vi.waitFor(() => expect(board.deltas.at(-1)?.to).toBe(10))
  expect(board.names.filter((name) => name === 'resync')).toHaveLength(1)
  expect(board.deltas.map(({ from }) => from)).not.toContain(7)
  expect(board.notices).toEqual([1, 2])
})

test('what comes in the middle of a round reaches the viewers that are still to be visited in it, and each viewer once', async () => {
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => view(gameRoom(GAME))))
  for (let n = 0; n < 60; n++) {
    broadcast.send(step(n, n + 1), n % 3 ? [] : [notice(n)])
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(viewers.every(({ deltas }) => deltas.at(-1)?.to === 60)).toBe(true), {
    timeout: 10_000
  })
  for (const viewer of viewers) {
    expect(entries(viewer)).toEqual(upTo(60))
    expect(viewer.notices).toEqual(upTo(20).map((n) => 3 * (n - 1)))
  }
  const [first, last] = [viewers[0]!, viewers.at(-1)!]
  expect(last.deltas[0]!.to, 'the last viewer gets more with its first message').toBeGreaterThan(
    first.deltas[0]!.to
  )
})

test('a viewer gets nothing before it is admitted, and a closed broadcast sends nothing', async () => {
  const [board, waiting] = [await view(gameRoom(GAME)), await view(gameRoom(GAME), { early: true })]
  broadcast.send(step(0, 1), [notice(1)])
  await vi.waitFor(() => expect(board.notices).toEqual([1]))
  expect(waiting.names).toEqual([])
  const later = await view(gameRoom(GAME))
  broadcast.send(step(1, 2), [])
  await vi.waitFor(() => expect(times(later)).toEqual([[1, 2]]))
  broadcast.close()
  broadcast.send(step(2, 3), [])
  const after = await view(gameRoom(GAME))
  expect([after.names, times(board), waiting.names]).toEqual([
    [],
    [
      [0, 1],
      [1, 2]
    ],
    []
  ])
})

test('a message reaches more viewers than one slice has, each once', async () => {
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => view(gameRoom(GAME))))
  broadcast.send(step(0, 1), [])
  broadcast.send(null, [notice(1)])
  await vi.waitFor(() => expect(viewers.filter(({ notices }) => notices.length > 0)).toHaveLength(VIEWERS), {
    timeout: 10_000
  })
  for (const viewer of viewers) {
    expect(entries(viewer)).toEqual([1])
    expect(viewer.notices).toEqual([1])
  }
})
