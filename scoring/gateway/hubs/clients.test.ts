import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { PACE } from './connection'
import { MAX_RECORD_BYTES, RECORD_END } from './protocol'
import { HELLO, hubServer } from './testing/hub-server'

const hub = hubServer()

it('the times are those of the public protocol', () => {
  expect(PACE).toMatchObject({ handshake: 15_000, ping: 15_000, silence: 30_000 })
})

describe('a client', () => {
  it('a client that sends nonsense is closed with a reason', async () => {
    const { socket, received, closed } = await hub.enter()
    socket.send(`nonsense${RECORD_END}`)
    await closed
    expect(received().at(-1)).toEqual({ type: 7, error: 'The message cannot be read.' })
    await hub.settle(0)
  })

  it('a client that sends too much is cut, in one frame or many', async () => {
    const one = await hub.enter()
    one.socket.send('x'.repeat(MAX_RECORD_BYTES + 1))
    expect(await one.closed).toBe(1009)
    const many = await hub.enter()
    many.socket.send('x'.repeat(MAX_RECORD_BYTES))
    many.socket.send('x')
    await many.closed
    expect(many.received().at(-1)).toEqual({ type: 7, error: 'The message is too long.' })
    await hub.settle(0)
  })

  it('a client may close its connection', async () => {
    const { socket, closed } = await hub.enter()
    socket.send(`{"type":7}${RECORD_END}`)
    expect(await closed).toBe(1000)
    await hub.settle(0)
  })

  it('an idle client gets pings, and a silent one is cut', async () => {
    await hub.reopen({ ping: 100, silence: 1500 })
    const silent = await hub.enter()
    const awake = await hub.enter()
    const pinging = setInterval(() => awake.socket.send(`{"type":6}${RECORD_END}`), 50)
    expect(await silent.closed).toBe(1006)
    await expect.poll(() => awake.received().filter(({ type }) => type === 6).length).toBeGreaterThan(12)
    await hub.settle(1)
    clearInterval(pinging)
    await awake.closed
  })

  it('a client that disappears leaves nothing behind', async () => {
    const { socket } = await hub.enter()
    const polled = await hub.poller()
    await hub.settle(2)
    socket.terminate()
    await hub.settle(1)
    expect((await hub.request('DELETE', polled)).status).toBe(202)
    await hub.settle(0)
  })
})

describe('a client that is slow', () => {
  it('a client that reads nothing is cut before it costs more memory than it may', async () => {
    await hub.reopen({ pending: 256 * 1024 })
    const { socket } = await hub.enter()
    socket.pause()
    await hub.flood()
    expect(hub.members()).toBe(0)
  })

  it('a client that stops polling is cut, however little it was sent', async () => {
    await hub.reopen({ away: 1500 })
    await hub.poller()
    await hub.settle(1)
    await hub.settle(0)
  })

  it('a client that streams and reads nothing is cut, too', async () => {
    await hub.reopen({ pending: 256 * 1024 })
    const { connectionToken } = await hub.negotiate()
    const { port, pathname } = new URL(hub.url)
    const socket = hub.track(connect(Number(port), '127.0.0.1'))
    socket.write(
      `GET ${pathname}?id=${connectionToken} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`
    )
    await once(socket, 'data')
    socket.pause()
    await hub.request('POST', `?id=${connectionToken}`, HELLO)
    await hub.settle(1)
    await hub.flood()
    expect(hub.members()).toBe(0)
  })
})
