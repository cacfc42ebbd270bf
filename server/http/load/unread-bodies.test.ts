import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createUnreadBounds, type Rest } from './unread-bodies'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A client of a server that answers every request at once and reads no body. */
async function refused(
  rest: Partial<Rest>
): Promise<{ client: Socket; heard: () => string; closed: Promise<void> }> {
  const bound = createUnreadBounds({ bytes: 1e9, time: 1e9, interval: 10, ...rest })
  const server = createServer((req, res) => {
    bound(req, res)
    res.writeHead(413).end('too large')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  let text = ''
  client.on('data', (chunk) => {
    text += chunk
  })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  return { client, heard: () => text, closed }
}

const begin = (client: Socket, length: number) =>
  client.write(
    `POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`
  )

it('a sender who goes on after the answer is cut off by bytes', async () => {
  const { client, heard, closed } = await refused({ bytes: 100_000 })
  begin(client, 1e12)
  const part = Buffer.alloc(64 * 1024)
  const flood = setInterval(() => client.write(part), 1)
  await closed
  clearInterval(flood)
  expect(heard()).toMatch(/^HTTP\/1\.1 413 .*too large/s)
})

it('a sender who falls silent after the answer is cut off by time', async () => {
  const { client, heard, closed } = await refused({ time: 50 })
  begin(client, 1e6)
  await closed
  expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
})

it('who sends the rest keeps the connection for the next request', async () => {
  const { client, heard } = await refused({ bytes: 50_000, time: 5000 })
  begin(client, 20_000)
  await expect.poll(heard).toContain('too large')
  client.write(Buffer.alloc(20_000))
  client.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => heard().split('HTTP/1.1 413').length - 1).toBe(2)
})
