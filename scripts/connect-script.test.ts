import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.info('connect.py is not tested here: there is no python3.')

/** The server here behaves as tunnels seldom do; real tunnels are in tests/instances/terminal.test.ts. */
describe.skipIf(!hasPython)('connect.py', () => {
  let http: Server
  let sockets: WebSocketServer
  let path: string
  beforeEach(async () => {
    http = createServer()
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    sockets = new WebSocketServer({ noServer: true })
    http.on('upgrade', (req, socket, head) => {
      path = req.url ?? ''
      sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client))
    })
  })
  afterEach(() => {
    for (const client of sockets.clients) client.terminate()
    http.close()
  })

  const port = () => (http.address() as AddressInfo).port
  const url = () => `ws://127.0.0.1:${port()}/api/proxy/x`
  /** Runs the script to its end. @param input null leaves stdin open */
  const run = async (args: string[], input: Buffer | string | null = null) => {
    const child = spawn('python3', ['public/connect.py', ...args])
    const stdout: Buffer[] = []
    let stderr = ''
    child.stdout.on('data', (chunk) => stdout.push(chunk))
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.on('error', () => {})
    if (input !== null) child.stdin.end(input)
    const [code] = await once(child, 'close')
    return { code, stderr: stderr.trim(), stdout: Buffer.concat(stdout) }
  }
  const connected = async () => (await once(sockets, 'connection'))[0] as WebSocket

  it('carries bytes as they are, also in several frames, and answers pings', async () => {
    const input = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7) % 256))
    const done = run([url()], input)
    const client = await connected()
    const received: Buffer[] = []
    client.on('message', (data: Buffer) => received.push(data))
    await expect.poll(() => Buffer.concat(received).equals(input)).toBe(true)
    const pong = once(client, 'pong')
    client.ping('still there?')
    expect(String((await pong)[0])).toBe('still there?')
    for (const size of [0, 1, 125, 126, 65_535, 65_536]) client.send(input.subarray(0, size))
    client.send('te', { fin: false })
    client.ping()
    client.send('xt', { fin: true })
    client.close(1000)
    const { code, stderr, stdout } = await done
    const sizes = [1, 125, 126, 65_535, 65_536].map((size) => input.subarray(0, size))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.equals(Buffer.concat([...sizes, Buffer.from('text')]))).toBe(true)
    expect(path).toBe('/api/proxy/x')
  })

  it('reads on when stdin has ended', async () => {
    const done = run([url()], 'question\n')
    const client = await connected()
    expect(String((await once(client, 'message'))[0])).toBe('question\n')
    client.send('answer\n')
    client.close(1000)
    expect(await done).toMatchObject({ code: 0, stdout: Buffer.from('answer\n') })
  })

  it.each([
    [1001, 'stops'],
    [1011, 'broke'],
    [4001, 'instance has ended'],
    [4002, 'good no more'],
    [4003, 'silent'],
    [4444, '4444']
  ])('reports why it ended (%s)', async (close, words) => {
    const done = run([url()])
    const client = await connected()
    client.send('last words')
    client.close(close)
    expect(await done).toEqual({
      code: 1,
      stderr: expect.stringContaining(words),
      stdout: Buffer.from('last words')
    })
  })

  it('reports a broken connection otherwise than a closed one', async () => {
    const done = run([url()])
    ;(await connected()).terminate()
    expect(await done).toMatchObject({ code: 1, stderr: 'The connection broke.' })
  })

  it.each([
    [404, 'opens nothing'],
    [403, 'not for you'],
    [400, 'Too many'],
    [418, 'does not answer'],
    [502, 'answered 502']
  ])('reports why it was refused (%s)', async (status, words) => {
    http.removeAllListeners('upgrade')
    http.on('upgrade', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\n\r\n`))
    expect(await run([url()])).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  })

  it.each([[[]], [['ftp://x/']], [['ws://']], [['ws://h:port/']], [['ws://a/', 'b']]])(
    'takes one address of a tunnel, not %j',
    async (args) => {
      expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('usage') })
    }
  )

  it('reports that the address does not reply', async () => {
    const address = url()
    http.close()
    expect(await run([address])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('could not be reached')
    })
  })

  it('stops at Ctrl+C without a message, and leaves nothing open', async () => {
    const child = spawn('python3', ['public/connect.py', url()])
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const client = await connected()
    const closed = once(client, 'close')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
    await closed
    expect(stderr).toBe('')
  })
})
