import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { HOST, type Named, openGate, type TestGate } from '../../support/instances/gate'

const MIB = 1024 * 1024
const RATE = 4 * MIB

let stage: TestGate
beforeAll(async () => {
  stage = await openGate({ rate: RATE })
})
afterAll(() => stage?.close())

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function ask({ host }: Named, body?: Buffer): Promise<IncomingMessage> {
  const method = body ? 'POST' : 'GET'
  const req = request({ host: HOST, port: stage.port, method, agent: false, headers: { Host: host } })
  // The service closes while it still receives.
  req.on('error', () => {})
  req.end(body)
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  return res
}

/** Least milliseconds for so many bytes; the first MiB fits into buffers. */
const least = (bytes: number) => ((bytes - MIB) / RATE) * 1000

it('replies are bounded together, and complete', async () => {
  const bytes = randomBytes(3 * MIB)
  const service = await stage.web((_, res) => res.end(bytes))
  const begun = performance.now()
  const found = await Promise.all(Array.from({ length: 3 }, async () => whole(await ask(service))))
  expect(performance.now() - begun).toBeGreaterThan(least(9 * MIB))
  expect(found.map(hashOf)).toEqual(Array(3).fill(hashOf(bytes)))
})

it('requests are bounded as well, and the next one works after a refused body', async () => {
  const bytes = randomBytes(4 * MIB)
  const hears = await stage.web(async (req, res) => res.end(hashOf(await whole(req))))
  const begun = performance.now()
  expect((await whole(await ask(hears, bytes))).toString()).toBe(hashOf(bytes))
  expect(performance.now() - begun).toBeGreaterThan(least(4 * MIB))
  const refuses = await stage.web((_, res) => res.writeHead(413).end('no'))
  expect((await ask(refuses, bytes)).statusCode).toBe(413)
})

it('connections of other protocols are bounded', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer().on('upgrade', (req, socket, head) =>
    sockets.handleUpgrade(req, socket, head, (client) => client.on('message', (data) => client.send(data)))
  )
  const service = await stage.web(server)
  const client = new WebSocket(`ws://${HOST}:${stage.port}/`, { headers: { Host: service.host } })
  await once(client, 'open')
  const bytes = randomBytes(2 * MIB)
  const begun = performance.now()
  client.send(bytes)
  const [echo] = (await once(client, 'message')) as [Buffer]
  expect(performance.now() - begun).toBeGreaterThan(least(4 * MIB))
  expect(hashOf(echo)).toBe(hashOf(bytes))
  client.terminate()
})

it('a client that does not read has no share, and others take all of it', async () => {
  let written = 0
  const endless = await stage.web((_, res) => {
    const piece = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!res.destroyed && res.write(piece)) written += piece.length
    }
    res.on('drain', more)
    more()
  })
  const idle = await ask(endless)
  idle.pause()
  const busy = await stage.web((_, res) => res.end(Buffer.alloc(4 * MIB)))
  await whole(await ask(busy))
  const before = written
  await whole(await ask(busy))
  await whole(await ask(busy))
  expect(written - before).toBeLessThan(2 * MIB)
  idle.destroy()
})
