import { once } from 'node:events'
import { createServer, type Server as HttpServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ConnectionLimits } from '../connection-limits'
import { PACE, type Pace } from './connection'
import { attachHubs, type Hubs } from './index'
import { LONGEST, RECORD_END } from './protocol'

const HELLO = `{"protocol":"json","version":1}${RECORD_END}`
/** Pings stay away unless a test is about them, so that what is heard is what was said. */
const CALM: Pace = { ...PACE, look: 10, ping: 60_000 }
const MOST = 3

let server: HttpServer
let hubs: Hubs
let io: Server
let url: string
/** How long it takes to find out who asks. */
let delay: Promise<unknown> = Promise.resolve()
/** Who asks, as the cookie says. */
const viewer = async ({ headers }: { headers: { cookie?: string } }) => {
  await delay
  return { userId: null, sessionId: headers.cookie ?? null, role: 'visitor' }
}

async function open(pace: Pace) {
  server = createServer((_, res) => res.writeHead(404).end())
  hubs = attachHubs({
    server,
    pace,
    viewer,
    sentence: async (_, code) => code,
    limits: new ConnectionLimits(MOST),
    publicUrl: null,
    log: pino({ level: 'silent' })
  })
  io = new Server({ serveClient: false })
  io.bind(hubs.lines)
  io.attach(server)
  // As the gateway does: the first event says that the socket is in.
  io.of('/game').on('connection', (socket) => {
    socket.join('rows')
    socket.emit('hello', { seq: 0 })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub/user`
}
beforeEach(() => open(CALM))

const sockets: (WebSocket | Socket)[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket instanceof WebSocket ? socket.terminate() : socket.destroy()
  await hubs.close()
  await io.close()
})
const again = async (pace: Partial<Pace>) => {
  await hubs.close()
  await io.close()
  await open({ ...CALM, ...pace })
}

const members = () => io.of('/game').adapter.rooms.get('rows')?.size ?? 0
const settle = (count: number) => expect.poll(members).toBe(count)

/** A WebSocket and all it is told. */
async function socketAt(query = '') {
  const socket = new WebSocket(url.replace('http', 'ws') + query)
  sockets.push(socket)
  let text = ''
  socket.on('message', (data) => {
    text += data
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  await once(socket, 'open')
  return {
    socket,
    closed,
    said: () =>
      text
        .split(RECORD_END)
        .filter(Boolean)
        .map((one) => JSON.parse(one))
  }
}

/** Asks and gives status and text. */
const ask = async (
  method: string,
  query: string,
  body?: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal
) => {
  const answer = await fetch(url + query, { method, body, headers, signal })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const negotiate = async () => {
  const { text } = await ask('POST', '/negotiate?negotiateVersion=1')
  return JSON.parse(text) as { connectionToken: string; connectionId: string }
}
/** A client that polls, up to its handshake. */
async function poller(headers: Record<string, string> = {}) {
  const { connectionToken } = await negotiate()
  const at = `?id=${connectionToken}`
  expect(await ask('GET', at, undefined, headers)).toMatchObject({ status: 200, text: '' })
  expect(await ask('POST', at, HELLO, headers)).toMatchObject({ status: 200 })
  expect(await ask('GET', at, undefined, headers)).toMatchObject({ status: 200, text: `{}${RECORD_END}` })
  return at
}

describe('negotiation', () => {
  it('tells a client of version 1 a secret token, and one of version 0 its id alone', async () => {
    const one = await ask('POST', '/negotiate?negotiateVersion=1')
    const offered = ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
      transport,
      transferFormats: ['Text']
    }))
    const told = JSON.parse(one.text)
    expect(told).toEqual({
      negotiateVersion: 1,
      connectionId: expect.any(String),
      connectionToken: expect.stringMatching(/^.{32}$/),
      availableTransports: offered
    })
    expect(told.connectionId).not.toBe(told.connectionToken)
    expect(one.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse((await ask('POST', '/negotiate')).text)).toEqual({
      negotiateVersion: 0,
      connectionId: expect.stringMatching(/^.{32}$/),
      availableTransports: offered
    })
    expect(JSON.parse((await ask('POST', '/negotiate?negotiateVersion=7')).text).negotiateVersion).toBe(1)
  })

  it('counts as a connection of its address', async () => {
    for (let n = 0; n < MOST; n++) await negotiate()
    const { status, headers, text } = await ask('POST', '/negotiate')
    expect([status, headers.get('retry-after'), JSON.parse(text)]).toEqual([
      429,
      '30',
      { title: 'rate.limited', status: 429 }
    ])
    await expect(socketAt()).rejects.toThrow('429')
  })

  it('runs out when no connection follows', async () => {
    await again({ handshake: 100 })
    for (let n = 0; n < MOST; n++) await negotiate()
    await expect.poll(async () => (await ask('POST', '/negotiate')).status).toBe(200)
  })

  it('leaves nothing behind of clients that hang up while they are looked up', async () => {
    await again({ handshake: 300, away: 300 })
    for (const accept of ['text/event-stream', '*/*', 'text/event-stream']) {
      let found = () => {}
      delay = new Promise<void>((resolve) => {
        found = resolve
      })
      const { connectionToken } = await negotiate()
      const arrived = once(server, 'request')
      const gone = new AbortController()
      const asked = ask('GET', `?id=${connectionToken}`, undefined, { accept }, gone.signal)
      const [, res] = await arrived
      gone.abort()
      await expect(asked).rejects.toThrow()
      await expect.poll(() => res.destroyed).toBe(true)
      found()
    }
    await expect.poll(async () => (await ask('POST', '/negotiate')).status).toBe(200)
  })

  it('is one connection with the WebSocket that follows, which no other may take', async () => {
    const { connectionToken } = await negotiate()
    await socketAt(`?id=${connectionToken}`)
    await expect(socketAt(`?id=${connectionToken}`)).rejects.toThrow('409')
    await negotiate()
    await negotiate()
    expect((await ask('POST', '/negotiate')).status).toBe(429)
  })
})

describe('the handshake', () => {
  it.each([
    ['{"protocol":"messagepack","version":1}', 'Only the protocol json is available.'],
    ['{"type":6}', 'The first message must be a handshake.']
  ])('that is %s ends the connection with a reason', async (text, error) => {
    const { socket, said, closed } = await socketAt()
    socket.send(text + RECORD_END)
    expect(await closed).toBe(1000)
    expect(said()).toEqual([{ error }])
    await settle(0)
  })

  it('that does not come in time ends the connection', async () => {
    await again({ handshake: 100 })
    const { said, closed } = await socketAt()
    expect(await closed).toBe(1000)
    expect(said()).toEqual([{ error: 'No handshake came in time.' }])
  })

  it('may come in pieces, and together with what follows', async () => {
    const { socket, said } = await socketAt()
    for (const piece of [HELLO.slice(0, 10), HELLO.slice(10, -1)]) socket.send(piece)
    socket.send(`${RECORD_END}{"type":1,"invocationId":"1","target":"X","arguments":[]}${RECORD_END}`)
    await settle(1)
    await expect.poll(said).toHaveLength(2)
    expect(said()).toContainEqual({ type: 3, invocationId: '1', error: 'There is no such method.' })
  })

  it('is answered before anything else is told, and nothing after it is missed', async () => {
    io.of('/game').use((_, next) => setTimeout(next, 50))
    const { socket, said } = await socketAt()
    socket.send(HELLO)
    await expect.poll(said).toEqual([{}])
    io.of('/game').to('rows').emit('ReceivedGameNotice', { id: 1 })
    io.of('/game').to('rows').emit('delta', { id: 2 })
    io.of('/game').to('rows').emit('ReceivedGameNotice', { id: 3 })
    await expect.poll(said).toHaveLength(3)
    expect(said().slice(1)).toEqual(
      [1, 3].map((id) => ({ type: 1, target: 'ReceivedGameNotice', arguments: [{ id }] }))
    )
  })
})

/** A WebSocket that is in. */
async function enter() {
  const client = await socketAt()
  client.socket.send(HELLO)
  await expect.poll(client.said).toEqual([{}])
  return client
}

/** Tells everybody until nobody is left, at most 128 MiB: more than any system keeps for a connection. */
async function flood() {
  const text = 'x'.repeat(32_768)
  for (let n = 0; n < 4000 && members() > 0; n++) {
    io.of('/game').to('rows').emit('ReceivedGameNotice', { text })
    await new Promise(setImmediate)
  }
}

it('the times are those of the public protocol', () => {
  expect(PACE).toMatchObject({ handshake: 15_000, ping: 15_000, silence: 30_000 })
})

describe('a client', () => {
  it('that says what cannot be read is told so and left', async () => {
    const { socket, said, closed } = await enter()
    socket.send(`nonsense${RECORD_END}`)
    await closed
    expect(said().at(-1)).toEqual({ type: 7, error: 'The message cannot be read.' })
    await settle(0)
  })

  it('that sends more than it may is cut, in one frame or many', async () => {
    const one = await enter()
    one.socket.send('x'.repeat(LONGEST + 1))
    expect(await one.closed).toBe(1009)
    const many = await enter()
    many.socket.send('x'.repeat(LONGEST))
    many.socket.send('x')
    await many.closed
    expect(many.said().at(-1)).toEqual({ type: 7, error: 'The message is too long.' })
    await settle(0)
  })

  it('that says goodbye is let go', async () => {
    const { socket, closed } = await enter()
    socket.send(`{"type":7}${RECORD_END}`)
    expect(await closed).toBe(1000)
    await settle(0)
  })

  it('hears pings while there is nothing else, and is left when it says nothing', async () => {
    await again({ ping: 100, silence: 1500 })
    const silent = await enter()
    const awake = await enter()
    const pinging = setInterval(() => awake.socket.send(`{"type":6}${RECORD_END}`), 50)
    expect(await silent.closed).toBe(1006)
    await expect.poll(() => awake.said().filter(({ type }) => type === 6).length).toBeGreaterThan(12)
    await settle(1)
    clearInterval(pinging)
    await awake.closed
  })

  it('that is gone without a word is forgotten', async () => {
    const { socket } = await enter()
    const polled = await poller()
    await settle(2)
    socket.terminate()
    await settle(1)
    expect((await ask('DELETE', polled)).status).toBe(202)
    await settle(0)
  })
})

describe('a client that is slow', () => {
  it('is cut when it takes nothing any more, before it costs more memory than it may', async () => {
    await again({ pending: 256 * 1024 })
    const { socket } = await enter()
    // Nothing is read from the connection from here on.
    socket.pause()
    await flood()
    expect(members()).toBe(0)
  })

  it('is cut when it polls and stays away, however little it was told', async () => {
    await again({ away: 1500 })
    await poller()
    await settle(1)
    await settle(0)
  })

  it('is cut when it streams and takes nothing as well', async () => {
    await again({ pending: 256 * 1024 })
    const { connectionToken } = await negotiate()
    const { port, pathname } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.write(
      `GET ${pathname}?id=${connectionToken} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`
    )
    await once(socket, 'data')
    socket.pause()
    await ask('POST', `?id=${connectionToken}`, HELLO)
    await settle(1)
    await flood()
    expect(members()).toBe(0)
  })
})

describe('polling', () => {
  it('answers an older poll when another comes, and brings everything together in order', async () => {
    const at = await poller()
    const polls = [ask('GET', at), ask('GET', at)]
    expect(await Promise.race(polls)).toMatchObject({ status: 204, text: '' })
    for (const id of [1, 2]) io.of('/game').to('rows').emit('ReceivedGameNotice', { id })
    const told = (await Promise.all(polls)).map(({ text }) => text).join('')
    const rest = told.includes('"id":2') ? '' : (await ask('GET', at)).text
    expect((told + rest).match(/"id":\d/g)).toEqual(['"id":1', '"id":2'])
  })

  it('ends by DELETE: the poll under way says so, later ones find nothing', async () => {
    const at = await poller()
    const last = ask('GET', at)
    await expect.poll(async () => (await ask('DELETE', at)).status).toBe(202)
    expect((await last).status).toBe(204)
    for (const method of ['GET', 'POST', 'DELETE']) expect((await ask(method, at)).status).toBe(404)
    await settle(0)
  })

  it('ends by the server with what it has to say, then with nothing', async () => {
    const at = await poller()
    io.of('/game').disconnectSockets(true)
    expect(await ask('GET', at)).toMatchObject({
      status: 200,
      text: `{"type":7,"allowReconnect":true}${RECORD_END}`
    })
    expect((await ask('GET', at)).status).toBe(204)
    expect((await ask('GET', at)).status).toBe(404)
  })

  it('belongs to the session that began it', async () => {
    const at = await poller({ cookie: 'a=1' })
    for (const cookie of ['a=2', ''])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await ask(method, at, undefined, cookie ? { cookie } : {})).status).toBe(404)
    await settle(1)
  })

  it('refuses a body that is too long, and ends', async () => {
    const at = await poller()
    expect((await ask('POST', at, 'x'.repeat(LONGEST + 1))).status).toBe(413)
    expect((await ask('GET', at)).text).toContain('The message is too long.')
    await settle(0)
  })

  it('and streaming do not mix, and neither takes a WebSocket over', async () => {
    const at = await poller()
    expect((await ask('GET', at, undefined, { accept: 'text/event-stream' })).status).toBe(409)
    const { connectionToken } = await negotiate()
    await socketAt(`?id=${connectionToken}`)
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await ask(method, `?id=${connectionToken}`)).status).toBe(404)
    const elsewhere = await fetch(`${url.replace('/user', '/admin')}${at}`)
    expect(elsewhere.status).toBe(404)
  })
})

it('a hub leaves everything else on the server to the others', async () => {
  const { status } = await fetch(url.replace('/hub/user', '/hubs'))
  expect(status).toBe(404)
  const { port } = new URL(url)
  const engine = request({ port, host: '127.0.0.1', path: '/socket.io/?EIO=4&transport=polling' }).end()
  const [answer] = await once(engine, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
})
