import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
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
  const proxy = createSocketProxy({ port: scoring, address: () => '192.0.2.1', most: null })
  const web = await listen(createServer((req, res) => proxy.http(req, res)))
  const answer = await fetch(`http://127.0.0.1:${web}/socket.io/`)
  await expect(answer.text()).rejects.toThrow()
})
