import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { closeServer } from '~/server/platform/lifecycle'
import { createSocketProxy } from './socket-proxy'

const servers: Server[] = []
const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
afterAll(() => {
  for (const server of servers) server.close()
})

it('breaks off where the answer it passes on breaks off', async () => {
  const scoring = await listen(
    createServer((_req, res) => {
      res.writeHead(200, { 'Content-Length': 100 })
      res.write('half', () => res.destroy())
    })
  )
  const proxy = createSocketProxy({
    port: scoring,
    address: () => '192.0.2.1',
    admit: async () => {},
    most: null
  })
  const web = await listen(createServer((req, res) => void proxy.http(req, res)))
  const answer = await fetch(`http://127.0.0.1:${web}/socket.io/`)
  await expect(answer.text()).rejects.toThrow()
})

it('hangs up, so that a server can be closed while viewers watch', async () => {
  const scoring = await listen(
    createServer().on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    })
  )
  const proxy = createSocketProxy({
    port: scoring,
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
