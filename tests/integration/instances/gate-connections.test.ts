import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { bodyOf, HOST, type Named, openGate, sendRaw } from '../../support/instances/gate'
import { openGateSuite } from '../../support/instances/gate-suite'
import { until } from '../../support/until'

const suite = openGateSuite()
const { sockets, ask, unknown, mirror } = suite

describe('bytes', () => {
  const BIG = 100 * 1024 * 1024
  const block = Buffer.alloc(1024 * 1024, 'x')
  const many = () =>
    Readable.from(
      (function* () {
        for (let n = 0; n < BIG / block.length; n++) yield block
      })()
    )

  it('go both ways by the hundred megabyte, with small buffers', async () => {
    const named = await suite.stage.web((req, res) => void req.pipe(res))
    const before = process.memoryUsage.rss()
    const req = send({
      host: HOST,
      port: suite.stage.port,
      method: 'POST',
      headers: { Host: named.host },
      agent: false
    })
    many().pipe(req)
    const [res] = await once(req, 'response')
    let got = 0
    let most = 0
    for await (const chunk of res) {
      got += chunk.length
      most = Math.max(most, process.memoryUsage.rss())
    }
    expect(got).toBe(BIG)
    expect(most - before).toBeLessThan(80 * 1024 * 1024)
  })

  it('wait for a client that does not read them', async () => {
    let written = 0
    const named = await suite.stage.web((_, res) => {
      const push = () => {
        do written += block.length
        while (written < BIG && res.write(block))
        if (written >= BIG) res.end(block)
      }
      res.on('drain', push)
      push()
    })
    const socket = connect(suite.stage.port, HOST)
    sockets.push(socket)
    socket.write(`GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`)
    await once(socket, 'readable')
    let last = -1
    await until(() => {
      const still = last === written
      last = written
      return still
    })
    expect(written).toBeLessThan(BIG / 2)
    let got = 0
    socket.on('data', (chunk: Buffer) => {
      got += chunk.length
    })
    await until(() => got > BIG)
  })

  it('break off for the client when the service does', async () => {
    const named = await suite.stage.web((req, res) => {
      if (req.url === '/length') res.writeHead(200, { 'Content-Length': 1000 })
      res.write('some')
      setImmediate(() => res.destroy())
    })
    for (const path of ['/length', '/chunked'])
      await expect(ask(named, { path })).rejects.toMatchObject({ code: 'ECONNRESET' })
    const mute = await suite.stage.web((_, res) => res.destroy())
    expect((await ask(mute)).status).toBe(502)
    expect((await ask(await suite.stage.nowhere())).status).toBe(502)
    await expect.poll(() => suite.stage.places(named)).toBe(0)
  })

  it('are not read any more when the client has disconnected', async () => {
    let gone = false
    const named = await suite.stage.web((req, res) => {
      res.write('begun')
      req.on('close', () => {
        gone = true
      })
    })
    const socket = connect(suite.stage.port, HOST)
    socket.write(`GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`)
    await once(socket, 'data')
    expect(await suite.stage.places(named)).toBe(1)
    socket.destroy()
    await until(() => gone)
    await expect.poll(() => suite.stage.places(named)).toBe(0)
  })
})

describe('kept connections', () => {
  /** Replies with the number of the connection. */
  const counting = async (name: string) => {
    let connections = 0
    const numbers = new WeakMap<Socket, number>()
    const server = createServer((req, res) => res.end(`[${name}${numbers.get(req.socket)}]`))
    server.on('connection', (socket) => numbers.set(socket, ++connections))
    return { server, named: await suite.stage.web(server) }
  }

  it('belong to one client, and never lead to another instance', async () => {
    const [a, b] = [await counting('a'), await counting('b')]
    const get = (named: Named, more = '') => `GET / HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const turn = get(a.named) + get(b.named)
    const sendThree = () =>
      sendRaw(suite.stage.port, turn + turn + turn + get(a.named, 'Connection: close\r\n'))
    expect((await sendThree()).match(/\[..\]/g)).toEqual([
      '[a1]',
      '[b1]',
      '[a1]',
      '[b1]',
      '[a1]',
      '[b1]',
      '[a1]'
    ])
    expect((await sendThree()).match(/\[..\]/g)?.[0]).toBe('[a2]')
    for (const { named } of [a, b]) await expect.poll(() => suite.stage.places(named)).toBe(0)
  })

  it('cost nobody a reply when the service has closed them', async () => {
    const server = createServer((_, res) => res.end('[ok]'))
    // Closes the connection at its second request.
    server.on('connection', (socket: Socket) => {
      let replies = 0
      socket.prependListener('data', () => {
        if (++replies === 2) socket.resetAndDestroy()
      })
    })
    const named = await suite.stage.web(server)
    const get = (more = '') => `GET / HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const replies = await sendRaw(suite.stage.port, get() + get() + get('Connection: close\r\n'))
    expect(replies.match(/\[ok\]/g)).toHaveLength(3)
  })

  it('end with a client that sends on and on without reading', async () => {
    const named = await suite.stage.web(() => {})
    const get = `GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`
    expect(await sendRaw(suite.stage.port, get.repeat(200))).toBe('')
    await expect.poll(() => suite.stage.places(named)).toBe(0)
  })
})

describe('other protocols', () => {
  const sockety = async () => {
    const server = createServer((_, res) => res.end('plain'))
    const ws = new WebSocketServer({ server, path: '/ws' })
    ws.on('connection', (client, req) => {
      client.on('message', (data, binary) => client.send(data, { binary }))
      if (req.headers.cookie) client.send(`cookie ${req.headers.cookie}`)
    })
    return suite.stage.web(server)
  }
  const open = (named: Named, path = '/ws', headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://${HOST}:${suite.stage.port}${path}`, {
      headers: { Host: named.host, ...headers }
    })
    sockets.push({ destroy: () => socket.terminate() })
    return socket
  }

  it('WebSockets carry text and bytes, and keep their place until they close', async () => {
    const named = await sockety()
    const client = open(named, '/ws', { Cookie: 'a=1; halyard_session=secret' })
    expect(String((await once(client, 'message'))[0])).toBe('cookie a=1')
    client.send(Buffer.alloc(2_000_000, 'y'))
    expect((await once(client, 'message'))[0]).toHaveLength(2_000_000)
    expect(await suite.stage.places(named)).toBe(1)
    client.close(4321)
    expect((await once(client, 'close'))[0]).toBe(4321)
    await expect.poll(() => suite.stage.places(named)).toBe(0)
  })

  it('get its reply when the service refuses, and others the page', async () => {
    const refusal = async (named: Named, path: string) => {
      const client = open(named, path).on('error', () => {})
      const [, res] = await once(client, 'unexpected-response')
      return { status: res.statusCode, body: await bodyOf(res) }
    }
    const named = await sockety()
    expect(await refusal(named, '/other')).toMatchObject({ status: 400 })
    const large = await suite.stage.web((_, res) =>
      res.writeHead(426, { 'X-A': '1' }).end('z'.repeat(3_000_000))
    )
    expect((await refusal(large, '/')).body).toHaveLength(3_000_000)
    expect(await refusal({ ...named, host: unknown.host }, '/ws')).toMatchObject({ status: 404 })
    expect(await refusal(await suite.stage.nowhere(), '/ws')).toMatchObject({ status: 502 })
    expect(await refusal({ ...named, host: 'ctf.example.org' }, '/ws')).toMatchObject({ status: 426 })
  })

  it('of any other kind are bytes, with halves that end by themselves', async () => {
    const server = createServer()
    server.on('upgrade', (req, socket, head) => {
      socket.write(
        `HTTP/1.1 101 Fine\r\nConnection: Upgrade\r\nUpgrade: ${req.headers.upgrade}\r\n\r\nfirst `
      )
      let replies = String(head)
      socket.on('data', (chunk) => {
        replies += chunk
      })
      socket.on('end', () => socket.end(`heard ${replies}`))
    })
    const named = await suite.stage.web(server)
    const socket = connect({ port: suite.stage.port, host: HOST, allowHalfOpen: true })
    sockets.push(socket)
    socket.write(
      `GET / HTTP/1.1\r\nHost: ${named.host}\r\nConnection: upgrade\r\nUpgrade: tide/1\r\n\r\nearly `
    )
    let replies = ''
    socket.on('data', (chunk) => {
      replies += chunk
    })
    await until(() => replies.endsWith('first '))
    expect(replies).toContain('Upgrade: tide/1')
    socket.end('late')
    await until(() => replies.endsWith('heard early late'))
    expect(
      await sendRaw(
        suite.stage.port,
        `POST / HTTP/1.1\r\nHost: ${named.host}\r\nConnection: upgrade\r\nUpgrade: tide/1\r\nContent-Length: 3\r\n\r\nabc`
      )
    ).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('the end of an instance', () => {
  it('ends open connections within seconds, and none of another', async () => {
    const stay = await suite.stage.web((_, res) => void res.write('stays'))
    const leave = await suite.stage.web((_, res) => void res.write('leaves'))
    const listen = async (named: Named) => {
      const socket = connect(suite.stage.port, HOST).on('error', () => {})
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`)
      await once(socket, 'data')
      return socket
    }
    const [staying, leaving] = [await listen(stay), await listen(leave)]
    const at = performance.now()
    await suite.stage.end(leave)
    await once(leaving, 'close')
    expect(performance.now() - at).toBeLessThan(6000)
    expect(staying.destroyed).toBe(false)
    expect((await ask(leave)).status).toBe(404)
    await expect.poll(() => suite.stage.places(leave)).toBe(0)
  })

  it('ends open connections at once when it is published', async () => {
    // The poll every five seconds might hide one lost message, but not four.
    for (let round = 0; round < 4; round++) {
      const leave = await suite.stage.web((_, res) => void res.write('leaves'))
      const socket = connect(suite.stage.port, HOST).on('error', () => {})
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${leave.host}\r\n\r\n`)
      await once(socket, 'data')
      await suite.stage.end(leave)
      const at = performance.now()
      suite.stage.publishChange(leave)
      await once(socket, 'close')
      expect(performance.now() - at).toBeLessThan(1000)
    }
  })
})

it('the end of the platform ends upgraded connections, and lets replies finish', async () => {
  const stopping = await openGate()
  const server = createServer((_, res) => {
    res.write('first ')
    setTimeout(() => res.end('last'), 300)
  })
  server.on('upgrade', (_, socket) =>
    socket.write('HTTP/1.1 101 Fine\r\nConnection: Upgrade\r\nUpgrade: tide/1\r\n\r\n')
  )
  const { host } = await stopping.web(server)
  const upgraded = sendRaw(
    stopping.port,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: upgrade\r\nUpgrade: tide/1\r\n\r\n`
  )
  const req = send({ host: HOST, port: stopping.port, headers: { Host: host }, agent: false }).end()
  const [res] = await once(req, 'response')
  await stopping.stop()
  expect(await bodyOf(res)).toBe('first last')
  expect(await upgraded).toContain('101 Fine')
  await stopping.close()
})

describe('limits', () => {
  it('are sixty-four connections of an instance, whatever endpoint they are for', async () => {
    const open = new Set<{ end(): void }>()
    const one = await suite.stage.web((_, res) => open.add(res.writeHead(200)) && void res.flushHeaders())
    const other = await suite.stage.web((_, res) => res.end('room'), one.instance)
    const clients = Array.from({ length: 64 }, () => {
      const socket = connect(suite.stage.port, HOST)
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${one.host}\r\n\r\n`)
      return socket
    })
    await until(() => open.size === 64)
    // A connection that Redis did not count in time is allowed, and counted when the leases are renewed.
    await expect.poll(() => ask(other)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    clients[0]!.destroy()
    await expect.poll(async () => (await ask(other)).status).toBe(200)
  })

  it('refuse large headers', async () => {
    const named = await mirror()
    expect((await ask(named, { headers: { 'X-Large': 'x'.repeat(20_000) } })).status).toBe(431)
  })

  it('slow down addresses that try many names', async () => {
    const strict = await openGate({ limited: true })
    const named = await strict.web((_, res) => res.end('ok'))
    const statusOf = async ({ host }: Pick<Named, 'host'>, address: string) => {
      const headers = `Host: ${host}\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`
      return Number((await sendRaw(strict.port, `GET / HTTP/1.1\r\n${headers}`)).slice(9, 12))
    }
    try {
      const statuses = []
      for (let n = 0; n < 70; n++) statuses.push(await statusOf(unknown, '203.0.113.9'))
      expect(statuses).toEqual([...Array(60).fill(404), ...Array(10).fill(429)])
      expect(await statusOf(unknown, '203.0.113.10')).toBe(404)
      expect(await statusOf(named, '203.0.113.9')).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
