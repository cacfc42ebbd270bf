import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createService,
  type Server as Service,
  type Socket
} from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createPace, type Pace } from '../load/pace'
import { CLOSE, type Relay, relay } from './relay'

/** Real sockets; only the clock of the deadlines is controlled. */
let http: Server
let service: Service
let far: WebSocket
let near: WebSocket
let peer: Socket
let tunnel: Relay
let pace: Pace
const rate = 2 ** 40

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

beforeEach(async () => {
  http = createServer()
  service = createService()
  for (const server of [http, service]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  far = new WebSocket(`ws://127.0.0.1:${portOf(http)}`)
  const upstream = connect(portOf(service), '127.0.0.1').pause()
  const [[client], [socket]] = await Promise.all([
    once(server, 'connection'),
    once(service, 'connection'),
    once(far, 'open'),
    once(upstream, 'connect')
  ])
  ;[near, peer] = [client, socket]
  pace = createPace(rate)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  tunnel = relay(near, upstream, pace, async () => CLOSE.done)
})
afterEach(() => {
  vi.useRealTimers()
  far.terminate()
  near.terminate()
  peer.destroy()
  http.close()
  service.close()
})

async function until(met: () => boolean) {
  for (let n = 0; n < 20_000 && !met(); n++) await new Promise(setImmediate)
  expect(met()).toBe(true)
}

/** The service fills the tunnel with bytes that the client has not read, and closes. */
async function fill(): Promise<number> {
  far.pause()
  let sent = 0
  const chunk = Buffer.alloc(64 * 1024)
  while (near.bufferedAmount === 0) {
    peer.write(chunk)
    sent += chunk.length
    for (let n = 0; n < 50; n++) await new Promise(setImmediate)
  }
  peer.end()
  await once(peer, 'close')
  return sent
}

it('a client that reads slowly gets the last bytes of a service', async () => {
  const sent = await fill()
  let received = 0
  far.on('message', (data: Buffer) => {
    received += data.length
  })
  const closed = once(far, 'close')
  for (let n = 0; n < 4; n++) {
    await vi.advanceTimersByTimeAsync(6000)
    for (let k = 0; k < 500; k++) await new Promise(setImmediate)
  }
  far.resume()
  await until(() => received === sent)
  expect((await closed)[0]).toBe(1000)
  await tunnel.done
})

it('a client whose pings wait behind bytes that it takes stays connected', async () => {
  const sent = await fill()
  let received = 0
  far.on('message', (data: Buffer) => {
    received += data.length
  })
  await vi.advanceTimersByTimeAsync(31_000)
  far.resume()
  await until(() => received === sent)
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await tunnel.done).code).toBe(CLOSE.done)
})

it('a client that takes nothing at all is disconnected', async () => {
  await fill()
  await vi.advanceTimersByTimeAsync(61_000)
  await until(() => near.readyState === near.CLOSED)
  await tunnel.done
})

it('a client whose ticket ends is cut off within seconds, however slowly it reads', async () => {
  await fill()
  tunnel.end(CLOSE.ticketRevoked)
  await vi.advanceTimersByTimeAsync(5100)
  await until(() => near.readyState === near.CLOSED)
  expect((await tunnel.done).code).toBe(CLOSE.ticketRevoked)
})
