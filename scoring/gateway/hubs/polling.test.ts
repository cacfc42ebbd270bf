import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { MAX_RECORD_BYTES, RECORD_END } from './protocol'
import { hubServer } from './testing/hub-server'

const hub = hubServer()

describe('polling', () => {
  it('another poll ends the older one, and both together bring everything in order', async () => {
    const at = await hub.poller()
    const polls = [hub.request('GET', at), hub.request('GET', at)]
    expect(await Promise.race(polls)).toMatchObject({ status: 204, text: '' })
    for (const id of [1, 2]) hub.push('ReceivedGameNotice', { id })
    const received = (await Promise.all(polls)).map(({ text }) => text).join('')
    const rest = received.includes('"id":2') ? '' : (await hub.request('GET', at)).text
    expect((received + rest).match(/"id":\d/g)).toEqual(['"id":1', '"id":2'])
  })

  it('DELETE ends the poll under way, and later requests find nothing', async () => {
    const at = await hub.poller()
    const last = hub.request('GET', at)
    await expect.poll(async () => (await hub.request('DELETE', at)).status).toBe(202)
    expect((await last).status).toBe(204)
    for (const method of ['GET', 'POST', 'DELETE']) expect((await hub.request(method, at)).status).toBe(404)
    await hub.settle(0)
  })

  it('after a disconnect by the server one poll brings the reason, and the next nothing', async () => {
    const at = await hub.poller()
    hub.io.of('/game').disconnectSockets(true)
    expect(await hub.request('GET', at)).toMatchObject({
      status: 200,
      text: `{"type":7,"allowReconnect":true}${RECORD_END}`
    })
    expect((await hub.request('GET', at)).status).toBe(204)
    expect((await hub.request('GET', at)).status).toBe(404)
  })

  it('polls of another session find nothing', async () => {
    const at = await hub.poller({ cookie: 'a=1' })
    for (const cookie of ['a=2', ''])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await hub.request(method, at, undefined, cookie ? { cookie } : {})).status).toBe(404)
    await hub.settle(1)
  })

  it('a body that is too long ends the connection', async () => {
    const at = await hub.poller()
    expect((await hub.request('POST', at, 'x'.repeat(MAX_RECORD_BYTES + 1))).status).toBe(413)
    expect((await hub.request('GET', at)).text).toContain('The message is too long.')
    await hub.settle(0)
  })

  it('polls and streams do not mix, and neither takes over a WebSocket', async () => {
    const at = await hub.poller()
    expect((await hub.request('GET', at, undefined, { accept: 'text/event-stream' })).status).toBe(409)
    const { connectionToken } = await hub.negotiate()
    await hub.connect(`?id=${connectionToken}`)
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await hub.request(method, `?id=${connectionToken}`)).status).toBe(404)
    const elsewhere = await fetch(`${hub.url.replace('/user', '/admin')}${at}`)
    expect(elsewhere.status).toBe(404)
  })
})

it('hubs leave other requests of the server to their handlers', async () => {
  const { status } = await fetch(hub.url.replace('/hub/user', '/hubs'))
  expect(status).toBe(404)
  const { port } = new URL(hub.url)
  const engine = request({ port, host: '127.0.0.1', path: '/socket.io/?EIO=4&transport=polling' }).end()
  const [answer] = await once(engine, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
})
