import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { GameViewers } from '~/scoring/gateway/game-viewers'
import { type GameServer, gameRoom } from '~/scoring/gateway/sockets'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores?.close())

it('a game whose viewer left before it was admitted is led for nobody', async () => {
  const http = createServer()
  const server: GameServer = new Server(http, { transports: ['websocket'] })
  const games = server.of('/game')
  games.on('connection', (socket) => void socket.join(gameRoom(2)))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const wanted: number[] = []
  const want = async (game: number) => void wanted.push(game)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const viewers = new GameViewers(games, stores.redis, async () => 0, want, stores.log)
  const viewer = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}/game`, {
    transports: ['websocket']
  })
  try {
    await new Promise<void>((resolve) => viewer.once('connect', () => resolve()))
    // Both are authorised; the first leaves before it is in a room.
    await Promise.all([viewers.feed(1), viewers.feed(2)])
    expect(wanted.toSorted()).toEqual([1, 2])
    vi.advanceTimersByTime(180_000)
    expect(wanted.slice(2)).toEqual([2, 2, 2])
    // Who comes later is served again.
    expect((await viewers.feed(1)).seq).toBe(0)
    expect(wanted.at(-1)).toBe(1)
  } finally {
    vi.useRealTimers()
    viewers.close()
    viewer.close()
    await server.close()
  }
})
