import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import {
  bodyOf,
  DOMAIN,
  HOST,
  type Named,
  openGate,
  sendRaw,
  type TestGate
} from '../../support/instances/gate'
import { until } from '../../support/until'

let stage: TestGate
beforeAll(async () => {
  stage = await openGate()
})
afterAll(() => stage?.close())

const sockets: { destroy(): void }[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

interface Wish {
  method?: string
  path?: string
  headers?: Record<string, string | string[]>
  body?: string | Readable
}

interface Heard {
  status: number
  headers: IncomingHttpHeaders
  body: string
  trailers: NodeJS.Dict<string>
}

/** Requests a host name as a browser would. */
async function ask({ host }: Pick<Named, 'host'>, wish: Wish = {}): Promise<Heard> {
  const { method = 'GET', path = '/', headers = {}, body } = wish
  const req = send({
    host: HOST,
    port: stage.port,
    method,
    path,
    agent: false,
    headers: { Host: host, ...headers }
  })
  if (body instanceof Readable) body.pipe(req)
  else req.end(body)
  // Also after the reply, such as a connection that closes before all was sent.
  req.on('error', () => {})
  const [res] = await once(req, 'response')
  const text = await bodyOf(res)
  return { status: res.statusCode, headers: res.headers, body: text, trailers: res.trailers }
}

/** Replies with the request. */
const mirror = () =>
  stage.web(async (req, res) => {
    const body = await bodyOf(req)
    res.end(
      JSON.stringify({ method: req.method, url: req.url, raw: req.rawHeaders, body, trailers: req.trailers })
    )
  })
const unknown = { host: `box-0123456789abcdef.${DOMAIN}` }

describe('the target of a request', () => {
  it('is its Host alone, in whatever form a client writes it', async () => {
    const [one, two] = [
      await stage.web((_, res) => res.end('one')),
      await stage.web((_, res) => res.end('two'))
    ]
    for (const host of [one.host, one.host.toUpperCase(), `${one.host}.`, `${one.host}:8080`])
      expect((await ask({ host })).body).toBe('one')
    expect((await ask(two, { headers: { 'X-Forwarded-Host': one.host } })).body).toBe('two')
    expect((await ask({ host: 'ctf.example.org' }, { headers: { 'X-Forwarded-Host': one.host } })).body).toBe(
      'platform'
    )
    for (const host of ['ctf.example.org', `evil${DOMAIN}`, `${one.host}.evil.org`])
      expect((await ask({ host })).body).toBe('platform')
  })

  it('is the same page for everything but running web endpoints', async () => {
    const ended = await mirror()
    await stage.end(ended)
    const raw = await stage.tcp((socket) => socket.end('secret'))
    const pages = []
    for (const { host } of [
      unknown,
      ended,
      raw,
      { host: DOMAIN },
      { host: `www.${DOMAIN}` },
      { host: `a.${raw.host}` }
    ]) {
      const { status, headers, body } = await ask({ host }, { path: '/api/config' })
      pages.push(JSON.stringify({ status, headers: { ...headers, date: null }, body }))
    }
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('"status":404')
    expect(pages[0]).not.toMatch(/set-cookie|platform/)
    const german = await ask(unknown, { headers: { 'Accept-Language': 'de' } })
    expect(german.body).toContain('<html lang="de-DE">')
    expect((await ask(unknown, { method: 'HEAD' })).body).toBe('')
    expect((await ask(unknown, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(404)
  })
})

describe('a request', () => {
  it('arrives as it was sent, with the true address, and without the platform’s session', async () => {
    const named = await mirror()
    const { body } = await ask(named, {
      method: 'PUT',
      path: '/a%2f../b?c=%20&d',
      headers: {
        Cookie: 'a=1; halyard_session=secret; b=2',
        'X-Forwarded-For': '203.0.113.7',
        'X-Forwarded-Proto': 'https',
        'X-Twice': ['1', '2'],
        'Proxy-Connection': 'x',
        'Content-Length': '5'
      },
      body: 'hello'
    })
    const seen = JSON.parse(body)
    expect(seen).toMatchObject({ method: 'PUT', url: '/a%2f../b?c=%20&d', body: 'hello' })
    expect(seen.raw.join('|')).toBe(
      `Host|${named.host}|Cookie|a=1; b=2|X-Twice|1|X-Twice|2|Content-Length|5|` +
        'X-Forwarded-For|203.0.113.7|X-Forwarded-Proto|http|Connection|keep-alive'
    )
  })

  it('has its chunks, trailers and 100 Continue both ways', async () => {
    const named = await stage.web(
      createServer().on('checkContinue', async (req, res) => {
        res.writeContinue()
        const body = await bodyOf(req)
        res.writeHead(200, { Trailer: 'X-Sum' })
        res.write(`${req.headers['transfer-encoding']} ${body} ${req.trailers['x-end']}`)
        res.addTrailers({ 'X-Sum': '7', 'Set-Cookie': 'a=1' })
        res.end()
      })
    )
    const req = send({
      ...{ host: HOST, port: stage.port, method: 'GET', agent: false },
      headers: { Host: named.host, Expect: '100-continue', 'Transfer-Encoding': 'chunked', Trailer: 'X-End' }
    })
    req.flushHeaders()
    await once(req, 'continue')
    req.write('body')
    req.addTrailers({ 'X-End': 'yes' })
    req.end()
    const [res] = await once(req, 'response')
    expect(await bodyOf(res)).toBe('chunked body yes')
    expect(res.trailers).toEqual({ 'x-sum': '7' })
  })

  it('gets its reply when the service refuses the body', async () => {
    const picky = await stage.web(
      createServer().on('checkContinue', (_, res) => res.writeHead(413).end('too much'))
    )
    const heard = await sendRaw(
      stage.port,
      `POST / HTTP/1.1\r\nHost: ${picky.host}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`
    )
    expect(heard).toMatch(/^HTTP\/1.1 413 .*Connection: close.*too much/s)
    expect(heard).not.toContain('100 Continue')
    const early = await stage.web((_, res) => void res.writeHead(403).end('no'))
    const endless = Readable.from(
      (function* () {
        for (let n = 0; n < 200; n++) yield Buffer.alloc(65_536)
      })()
    )
    expect(await ask(early, { method: 'POST', body: endless })).toMatchObject({ status: 403, body: 'no' })
  })

  it('gets a reply without hop-by-hop headers, and cookies for this host alone', async () => {
    const named = await stage.web((_, res) => {
      res.writeHead(203, 'As It Were', [
        ['Set-Cookie', 'a=1; Domain=.inst.example.net; Path=/'],
        ['Set-Cookie', 'b=2'],
        ['Connection', 'close, X-Hop'],
        ['X-Hop', '1'],
        ['Clear-Site-Data', '"cache"']
      ])
      res.end('ok')
    })
    const { headers, status } = await ask(named)
    expect(status).toBe(203)
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2'])
    expect(headers['x-hop']).toBeUndefined()
    expect(headers['clear-site-data']).toBe('"cache"')
    expect(headers['content-security-policy']).toBeUndefined()
  })

  it('has no body by HEAD, for 204 and for 304, and does not upset the next one', async () => {
    const named = await stage.web((req, res) => {
      const status = Number(req.url!.slice(1))
      res.writeHead(status, status === 200 ? { 'Content-Length': 5 } : {}).end(status === 200 ? 'hello' : '')
    })
    const head = (method: string, path: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const heard = await sendRaw(
      stage.port,
      head('HEAD', '/200') +
        head('GET', '/204') +
        head('GET', '/304') +
        head('GET', '/200', 'Connection: close\r\n')
    )
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 204',
      'HTTP/1.1 304',
      'HTTP/1.1 200'
    ])
    expect(heard.endsWith('\r\n\r\nhello')).toBe(true)
    expect(heard.match(/hello/g)).toHaveLength(1)
  })
})

describe('an ambiguous message', () => {
  it.each<[string, (host: string) => string]>([
    ['two lengths', (h) => `Host: ${h}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    [
      'a length and chunks',
      (h) => `Host: ${h}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    ],
    [
      'chunks and a length',
      (h) => `Host: ${h}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`
    ],
    ['an unknown coding', (h) => `Host: ${h}\r\nTransfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n`],
    ['a coding that is not last', (h) => `Host: ${h}\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`],
    ['a name with a space', (h) => `Host: ${h}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk without its CR', (h) => `Host: ${h}\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n`],
    ['two hosts', (h) => `Host: ${h}\r\nHost: ctf.example.org\r\n\r\n`],
    ['two hosts, the platform’s first', (h) => `Host: ctf.example.org\r\nHost: ${h}\r\n\r\n`],
    ['a bare LF', (h) => `Host: ${h}\nX: y\n\n`]
  ])('%s: is refused, and reaches nobody', async (_case, rest) => {
    let reached = 0
    const named = await stage.web((_, res) => {
      reached++
      res.end('reached')
    })
    const heard = await sendRaw(stage.port, `POST / HTTP/1.1\r\n${rest(named.host)}`)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(heard).not.toMatch(/reached|platform/)
    expect(reached).toBe(0)
  })

  it.each(['http://ctf.example.org/', 'ctf.example.org:80', '*', 'http:/x'])(
    'is refused with a target such as %s',
    async (target) => {
      const named = await mirror()
      const heard = await sendRaw(
        stage.port,
        `GET ${target} HTTP/1.1\r\nHost: ${named.host}\r\nConnection: close\r\n\r\n`
      )
      expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    }
  )

  it('has folded headers as one line, or not at all', async () => {
    const named = await mirror()
    const folded = `GET / HTTP/1.1\r\nHost: ${named.host}\r\nX-A: b\r\n Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    const heard = await sendRaw(stage.port, folded)
    if (/^HTTP\/1\.1 400/.test(heard)) return
    const { raw } = JSON.parse(heard.slice(heard.indexOf('{'), heard.lastIndexOf('}') + 1))
    expect(raw.filter((_: string, n: number) => n % 2 === 0)).not.toContain('Transfer-Encoding')
    expect(raw.join('|')).not.toMatch(/[\r\n]/)
  })

  it('is refused as a reply with two meanings', async () => {
    const liar = await stage.tcp(() => {})
    expect(liar.host).toContain(DOMAIN)
    const web = createServer()
    web.on('connection', (socket: Socket) =>
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'
        )
      )
    )
    const { status, body } = await ask(await stage.web(web))
    expect(status).toBe(502)
    expect(body).toContain('<h1>')
  })
})

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
    const named = await stage.web((req, res) => void req.pipe(res))
    const before = process.memoryUsage.rss()
    const req = send({
      host: HOST,
      port: stage.port,
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
    const named = await stage.web((_, res) => {
      const push = () => {
        do written += block.length
        while (written < BIG && res.write(block))
        if (written >= BIG) res.end(block)
      }
      res.on('drain', push)
      push()
    })
    const socket = connect(stage.port, HOST)
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
    const named = await stage.web((req, res) => {
      if (req.url === '/length') res.writeHead(200, { 'Content-Length': 1000 })
      res.write('some')
      setImmediate(() => res.destroy())
    })
    for (const path of ['/length', '/chunked'])
      await expect(ask(named, { path })).rejects.toMatchObject({ code: 'ECONNRESET' })
    const mute = await stage.web((_, res) => res.destroy())
    expect((await ask(mute)).status).toBe(502)
    expect((await ask(await stage.nowhere())).status).toBe(502)
    await expect.poll(() => stage.places(named)).toBe(0)
  })

  it('are not read any more when the client has disconnected', async () => {
    let gone = false
    const named = await stage.web((req, res) => {
      res.write('begun')
      req.on('close', () => {
        gone = true
      })
    })
    const socket = connect(stage.port, HOST)
    socket.write(`GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`)
    await once(socket, 'data')
    expect(await stage.places(named)).toBe(1)
    socket.destroy()
    await until(() => gone)
    await expect.poll(() => stage.places(named)).toBe(0)
  })
})

describe('kept connections', () => {
  /** Replies with the number of the connection. */
  const counting = async (name: string) => {
    let connections = 0
    const numbers = new WeakMap<Socket, number>()
    const server = createServer((req, res) => res.end(`[${name}${numbers.get(req.socket)}]`))
    server.on('connection', (socket) => numbers.set(socket, ++connections))
    return { server, named: await stage.web(server) }
  }

  it('belong to one client, and never lead to another instance', async () => {
    const [a, b] = [await counting('a'), await counting('b')]
    const get = (named: Named, more = '') => `GET / HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const turn = get(a.named) + get(b.named)
    const talk = () => sendRaw(stage.port, turn + turn + turn + get(a.named, 'Connection: close\r\n'))
    expect((await talk()).match(/\[..\]/g)).toEqual(['[a1]', '[b1]', '[a1]', '[b1]', '[a1]', '[b1]', '[a1]'])
    expect((await talk()).match(/\[..\]/g)?.[0]).toBe('[a2]')
    for (const { named } of [a, b]) await expect.poll(() => stage.places(named)).toBe(0)
  })

  it('cost nobody a reply when the service has closed them', async () => {
    const server = createServer((_, res) => res.end('[ok]'))
    // Closes the connection at its second request.
    server.on('connection', (socket: Socket) => {
      let heard = 0
      socket.prependListener('data', () => {
        if (++heard === 2) socket.resetAndDestroy()
      })
    })
    const named = await stage.web(server)
    const get = (more = '') => `GET / HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const heard = await sendRaw(stage.port, get() + get() + get('Connection: close\r\n'))
    expect(heard.match(/\[ok\]/g)).toHaveLength(3)
  })

  it('end with a client that sends on and on without reading', async () => {
    const named = await stage.web(() => {})
    const get = `GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`
    expect(await sendRaw(stage.port, get.repeat(200))).toBe('')
    await expect.poll(() => stage.places(named)).toBe(0)
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
    return stage.web(server)
  }
  const open = (named: Named, path = '/ws', headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://${HOST}:${stage.port}${path}`, {
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
    expect(await stage.places(named)).toBe(1)
    client.close(4321)
    expect((await once(client, 'close'))[0]).toBe(4321)
    await expect.poll(() => stage.places(named)).toBe(0)
  })

  it('get its reply when the service refuses, and others the page', async () => {
    const refusal = async (named: Named, path: string) => {
      const client = open(named, path).on('error', () => {})
      const [, res] = await once(client, 'unexpected-response')
      return { status: res.statusCode, body: await bodyOf(res) }
    }
    const named = await sockety()
    expect(await refusal(named, '/other')).toMatchObject({ status: 400 })
    const large = await stage.web((_, res) => res.writeHead(426, { 'X-A': '1' }).end('z'.repeat(3_000_000)))
    expect((await refusal(large, '/')).body).toHaveLength(3_000_000)
    expect(await refusal({ ...named, host: unknown.host }, '/ws')).toMatchObject({ status: 404 })
    expect(await refusal(await stage.nowhere(), '/ws')).toMatchObject({ status: 502 })
    expect(await refusal({ ...named, host: 'ctf.example.org' }, '/ws')).toMatchObject({ status: 426 })
  })

  it('of any other kind are bytes, with halves that end by themselves', async () => {
    const server = createServer()
    server.on('upgrade', (req, socket, head) => {
      socket.write(
        `HTTP/1.1 101 Fine\r\nConnection: Upgrade\r\nUpgrade: ${req.headers.upgrade}\r\n\r\nfirst `
      )
      let heard = String(head)
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.on('end', () => socket.end(`heard ${heard}`))
    })
    const named = await stage.web(server)
    const socket = connect({ port: stage.port, host: HOST, allowHalfOpen: true })
    sockets.push(socket)
    socket.write(
      `GET / HTTP/1.1\r\nHost: ${named.host}\r\nConnection: upgrade\r\nUpgrade: tide/1\r\n\r\nearly `
    )
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    await until(() => heard.endsWith('first '))
    expect(heard).toContain('Upgrade: tide/1')
    socket.end('late')
    await until(() => heard.endsWith('heard early late'))
    expect(
      await sendRaw(
        stage.port,
        `POST / HTTP/1.1\r\nHost: ${named.host}\r\nConnection: upgrade\r\nUpgrade: tide/1\r\nContent-Length: 3\r\n\r\nabc`
      )
    ).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('the end of an instance', () => {
  it('ends open connections within seconds, and none of another', async () => {
    const stay = await stage.web((_, res) => void res.write('stays'))
    const leave = await stage.web((_, res) => void res.write('leaves'))
    const listen = async (named: Named) => {
      const socket = connect(stage.port, HOST).on('error', () => {})
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${named.host}\r\n\r\n`)
      await once(socket, 'data')
      return socket
    }
    const [staying, leaving] = [await listen(stay), await listen(leave)]
    const at = performance.now()
    await stage.end(leave)
    await once(leaving, 'close')
    expect(performance.now() - at).toBeLessThan(6000)
    expect(staying.destroyed).toBe(false)
    expect((await ask(leave)).status).toBe(404)
    await expect.poll(() => stage.places(leave)).toBe(0)
  })

  it('ends open connections at once when it is published', async () => {
    // The poll every five seconds might hide one lost message, but not four.
    for (let round = 0; round < 4; round++) {
      const leave = await stage.web((_, res) => void res.write('leaves'))
      const socket = connect(stage.port, HOST).on('error', () => {})
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${leave.host}\r\n\r\n`)
      await once(socket, 'data')
      await stage.end(leave)
      const at = performance.now()
      stage.tell(leave)
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
    const one = await stage.web((_, res) => open.add(res.writeHead(200)) && void res.flushHeaders())
    const other = await stage.web((_, res) => res.end('room'), one.instance)
    const clients = Array.from({ length: 64 }, () => {
      const socket = connect(stage.port, HOST)
      sockets.push(socket)
      socket.write(`GET / HTTP/1.1\r\nHost: ${one.host}\r\n\r\n`)
      return socket
    })
    await until(() => open.size === 64)
    expect(await ask(other)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
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
