import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { closeServer } from '~/server/platform/processes/lifecycle'
import { createScoringLines } from './scoring-lines'
import { createSocketProxy } from './socket-proxy'

const linesTo = (port: number) => createScoringLines([new URL(`http://127.0.0.1:${port}`)])

const servers: Server[] = []
const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
afterAll(() => {
  for (const server of servers) server.close()
})

it('a proxied answer breaks off where its source does', async () => {
  const scoring = await listen(
    createServer((_req, res) => {
      res.writeHead(200, { 'Content-Length': 100 })
      res.write('half', () => res.destroy())
    })
  )
  const proxy = createSocketProxy({
    lines: linesTo(scoring),
    address: () => '192.0.2.1',
    admit: async () => {},
    most: null
  })
  const web = await listen(createServer((req, res) => void proxy.http(req, res)))
  const answer = await fetch(`http://127.0.0.1:${web}/socket.io/`)
  await expect(answer.text()).rejects.toThrow()
})

it('the proxy ends its connections, so that a server can be closed while viewers watch', async () => {
  const scoring = await listen(
    createServer().on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    })
  )
  const proxy = createSocketProxy({
    lines: linesTo(scoring),
    address: () => '192.0.2.1',
    admit: async () => {},
    most: null
  })
  const web = createServer().on('upgrade', (...asked) => void proxy.upgrade(...asked))
  const viewer = connect(await listen(web), '127.0.0.1')
  const closed = new Promise((resolve) => viewer.on('error', () => {}).once('close', resolve))
  viewer.write('GET /socket.io/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  await new Promise((resolve) => viewer.once('data', resolve))
  proxy.close()
  await closeServer(web)
  await closed
})

it.each([
  ['/socket.io/?EIO=4&transport=polling', true],
  ['/socket.io/?EIO=4&transport=polling&a=?sid=x', true],
  ['/socket.io/?EIO=4&transport=polling&sid=', true],
  ['/socket.io/?a=1#?&sid=x', true],
  ['/socket.io/?sid=x&sid=', true],
  ['/socket.io/?EIO=4&transport=polling&sid=abc', false],
  ['/socket.io/?sid=abc', false]
])('only the first request of a connection is admitted: %s', async (path, admitted) => {
  const scoring = await listen(createServer((_req, res) => res.end('passed on')))
  let calls = 0
  const admit = async () => {
    calls++
  }
  const proxy = createSocketProxy({ lines: linesTo(scoring), address: () => '192.0.2.1', admit, most: null })
  const web = await listen(createServer((req, res) => void proxy.http(req, res)))
  const client = connect(web, '127.0.0.1')
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await new Promise((resolve) => client.once('data', resolve))
  client.destroy()
  expect(calls).toBe(admitted ? 1 : 0)
})
