import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { boundConnections } from './connection-quota'
import { createBodyBounds } from './slow-bodies'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

async function reading(bounds: Partial<Parameters<typeof createBodyBounds>[0]>) {
  const outcomes: ((outcome: string) => void)[] = []
  const bound = createBodyBounds({ address: () => '192.0.2.1', most: null, ...bounds })
  const server = createServer((req: IncomingMessage, res) => {
    if (!bound(req)) return void res.writeHead(429, { Connection: 'close' }).end()
    const settle = outcomes.shift()!
    req
      .on('error', () => settle('cut'))
      .on('end', () => {
        res.end('read')
        settle('read')
      })
      .resume()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    send(headers: string): { client: Socket; outcome: Promise<string> } {
      const outcome = new Promise<string>((resolve) => outcomes.push(resolve))
      const client = connect(port, '127.0.0.1').on('error', () => {})
      client.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n5\r\nabcde\r\n`)
      return { client, outcome }
    }
  }
}

const CHUNKED = 'Transfer-Encoding: chunked'
const UPLOAD = `${CHUNKED}\r\nContent-Type: multipart/form-data; boundary=x`
const QUICK = { body: 40, upload: { interval: 40, bytes: 1000 } }

it.each([
  ['of unknown length', CHUNKED],
  ['of known length', 'Content-Length: 1000'],
  ['that is an upload', UPLOAD]
])('a body %s that brings a few bytes and no end is cut off', async (_case, headers) => {
  const server = await reading({ pace: QUICK })
  const { client, outcome } = server.send(headers)
  const drip = setInterval(() => client.write('1\r\na\r\n'), 10)
  expect(await outcome).toBe('cut')
  clearInterval(drip)
})

it('an upload to a path without files has the time of any other body', async () => {
  const server = await reading({
    pace: { body: 40, upload: { interval: 10_000, bytes: 1 } },
    takesFiles: () => false
  })
  const { client, outcome } = server.send(UPLOAD)
  const drip = setInterval(() => client.write('1\r\na\r\n'), 10)
  expect(await outcome).toBe('cut')
  clearInterval(drip)
})

it('an upload may take any time while it is fast enough', async () => {
  const server = await reading({ pace: { body: 40, upload: { interval: 200, bytes: 1000 } } })
  const { client, outcome } = server.send(UPLOAD)
  const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`
  let sent = 0
  const stream = setInterval(() => (sent++ < 20 ? client.write(chunk) : client.write('0\r\n\r\n')), 30)
  expect(await outcome).toBe('read')
  expect(sent).toBeGreaterThanOrEqual(20)
  clearInterval(stream)
})

it('an address with too many unfinished bodies is refused until one ends', async () => {
  const server = await reading({ most: 2 })
  const first = server.send(CHUNKED)
  const second = server.send(CHUNKED)
  const refused = await new Promise<string>((resolve) => {
    first.client.once('connect', () =>
      second.client.once('connect', () => {
        const third = connect(server.port, '127.0.0.1')
        third.once('data', (data) => resolve(String(data).split('\r\n')[0]!))
        third.write(`POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n`)
      })
    )
  })
  expect(refused).toBe('HTTP/1.1 429 Too Many Requests')
  first.client.write('0\r\n\r\n')
  expect(await first.outcome).toBe('read')
  second.client.destroy()
  expect(await second.outcome).toBe('cut')
  const again = server.send(CHUNKED)
  again.client.write('0\r\n\r\n')
  expect(await again.outcome).toBe('read')
})

it('connections beyond the quota of an address are closed, but never those of a trusted proxy', async () => {
  const trusted = new Set<string>()
  const server = createServer((_req, res) => res.end('hello'))
  servers.push(server)
  boundConnections(server, 1, (address) => trusted.has(address))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const firstLine = (client: Socket) =>
    new Promise<string>((resolve) => {
      client.on('error', () => {}).once('close', () => resolve('closed'))
      client.once('data', (data) => resolve(String(data).split('\r\n')[0]!))
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  const kept = connect(port, '127.0.0.1')
  expect(await firstLine(kept)).toBe('HTTP/1.1 200 OK')
  expect(await firstLine(connect(port, '127.0.0.1'))).toBe('closed')
  trusted.add('127.0.0.1')
  expect(await firstLine(connect(port, '127.0.0.1'))).toBe('HTTP/1.1 200 OK')
})
