import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { RECORD_END } from './protocol'
import { HELLO, hubServer, MOST } from './testing/hub-server'

const hub = hubServer()

describe('negotiation', () => {
  it('a client of version 1 gets a secret token, and one of version 0 only its id', async () => {
    const one = await hub.request('POST', '/negotiate?negotiateVersion=1')
    const offered = ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
      transport,
      transferFormats: ['Text']
    }))
    const received = JSON.parse(one.text)
    expect(received).toEqual({
      negotiateVersion: 1,
      connectionId: expect.any(String),
      connectionToken: expect.stringMatching(/^.{32}$/),
      availableTransports: offered
    })
    expect(received.connectionId).not.toBe(received.connectionToken)
    expect(one.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse((await hub.request('POST', '/negotiate')).text)).toEqual({
      negotiateVersion: 0,
      connectionId: expect.stringMatching(/^.{32}$/),
      availableTransports: offered
    })
    expect(
      JSON.parse((await hub.request('POST', '/negotiate?negotiateVersion=7')).text).negotiateVersion
    ).toBe(1)
  })

  it('a negotiation counts as a connection of its address', async () => {
    for (let n = 0; n < MOST; n++) await hub.negotiate()
    const { status, headers, text } = await hub.request('POST', '/negotiate')
    expect([status, headers.get('retry-after'), JSON.parse(text)]).toEqual([
      429,
      '30',
      { title: 'rate.limited', status: 429, code: 'rate.limited' }
    ])
    await expect(hub.connect()).rejects.toThrow('429')
  })

  it('a negotiation expires when no connection follows', async () => {
    await hub.reopen({ handshake: 100 })
    for (let n = 0; n < MOST; n++) await hub.negotiate()
    await expect.poll(async () => (await hub.request('POST', '/negotiate')).status).toBe(200)
  })

  it('clients that hang up before their viewer is known leave nothing behind', async () => {
    await hub.reopen({ handshake: 300, away: 300 })
    for (const accept of ['text/event-stream', '*/*', 'text/event-stream']) {
      let found = () => {}
      hub.lookup = new Promise<void>((resolve) => {
        found = resolve
      })
      const { connectionToken } = await hub.negotiate()
      const arrived = once(hub.http, 'request')
      const hangUp = new AbortController()
      const reply = hub.request('GET', `?id=${connectionToken}`, undefined, { accept }, hangUp.signal)
      const [, res] = await arrived
      hangUp.abort()
      await expect(reply).rejects.toThrow()
      await expect.poll(() => res.destroyed).toBe(true)
      found()
    }
    await expect.poll(async () => (await hub.request('POST', '/negotiate')).status).toBe(200)
  })

  it('a negotiation and its WebSocket are one connection, which no other may take', async () => {
    const { connectionToken } = await hub.negotiate()
    await hub.connect(`?id=${connectionToken}`)
    await expect(hub.connect(`?id=${connectionToken}`)).rejects.toThrow('409')
    await hub.negotiate()
    await hub.negotiate()
    expect((await hub.request('POST', '/negotiate')).status).toBe(429)
  })
})

describe('the handshake', () => {
  it.each([
    ['{"protocol":"messagepack","version":1}', 'Only the protocol json is available.'],
    ['{"type":6}', 'The first message must be a handshake.']
  ])('a handshake of %s ends the connection with a reason', async (text, error) => {
    const { socket, received, closed } = await hub.connect()
    socket.send(text + RECORD_END)
    expect(await closed).toBe(1000)
    expect(received()).toEqual([{ error }])
    await hub.settle(0)
  })

  it('a late handshake ends the connection', async () => {
    await hub.reopen({ handshake: 100 })
    const { received, closed } = await hub.connect()
    expect(await closed).toBe(1000)
    expect(received()).toEqual([{ error: 'No handshake came in time.' }])
  })

  it('a handshake may come in pieces, and together with other records', async () => {
    const { socket, received } = await hub.connect()
    for (const piece of [HELLO.slice(0, 10), HELLO.slice(10, -1)]) socket.send(piece)
    socket.send(`${RECORD_END}{"type":1,"invocationId":"1","target":"X","arguments":[]}${RECORD_END}`)
    await hub.settle(1)
    await expect.poll(received).toHaveLength(2)
    expect(received()).toContainEqual({ type: 3, invocationId: '1', error: 'There is no such method.' })
  })

  it('the reply to a handshake comes first, and the client misses nothing after it', async () => {
    hub.io.of('/game').use((_, next) => setTimeout(next, 50))
    const { socket, received } = await hub.connect()
    socket.send(HELLO)
    await expect.poll(received).toEqual([{}])
    hub.push('ReceivedGameNotice', { id: 1 })
    hub.push('delta', { id: 2 })
    hub.push('ReceivedGameNotice', { id: 3 })
    await expect.poll(received).toHaveLength(3)
    expect(received().slice(1)).toEqual(
      [1, 3].map((id) => ({ type: 1, target: 'ReceivedGameNotice', arguments: [{ id }] }))
    )
  })
})
