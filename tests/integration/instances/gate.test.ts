import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { bodyOf, DOMAIN, HOST, sendRaw } from '../../support/instances/gate'
import { openGateSuite } from '../../support/instances/gate-suite'

const suite = openGateSuite()
const { ask, mirror, unknown } = suite

describe('the target of a request', () => {
  it('is its Host alone, in whatever form a client writes it', async () => {
    const [one, two] = [
      await suite.stage.web((_, res) => res.end('one')),
      await suite.stage.web((_, res) => res.end('two'))
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
    await suite.stage.end(ended)
    const raw = await suite.stage.tcp((socket) => socket.end('secret'))
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
    const named = await suite.stage.web(
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
      ...{ host: HOST, port: suite.stage.port, method: 'GET', agent: false },
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
    const picky = await suite.stage.web(
      createServer().on('checkContinue', (_, res) => res.writeHead(413).end('too much'))
    )
    const heard = await sendRaw(
      suite.stage.port,
      `POST / HTTP/1.1\r\nHost: ${picky.host}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`
    )
    expect(heard).toMatch(/^HTTP\/1.1 413 .*Connection: close.*too much/s)
    expect(heard).not.toContain('100 Continue')
    const early = await suite.stage.web((_, res) => void res.writeHead(403).end('no'))
    const endless = Readable.from(
      (function* () {
        for (let n = 0; n < 200; n++) yield Buffer.alloc(65_536)
      })()
    )
    expect(await ask(early, { method: 'POST', body: endless })).toMatchObject({ status: 403, body: 'no' })
  })

  it('gets a reply without hop-by-hop headers, and cookies for this host alone', async () => {
    const named = await suite.stage.web((_, res) => {
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
    const named = await suite.stage.web((req, res) => {
      const status = Number(req.url!.slice(1))
      res.writeHead(status, status === 200 ? { 'Content-Length': 5 } : {}).end(status === 200 ? 'hello' : '')
    })
    const head = (method: string, path: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: ${named.host}\r\n${more}\r\n`
    const heard = await sendRaw(
      suite.stage.port,
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
    const named = await suite.stage.web((_, res) => {
      reached++
      res.end('reached')
    })
    const heard = await sendRaw(suite.stage.port, `POST / HTTP/1.1\r\n${rest(named.host)}`)
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
        suite.stage.port,
        `GET ${target} HTTP/1.1\r\nHost: ${named.host}\r\nConnection: close\r\n\r\n`
      )
      expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    }
  )

  it('has folded headers as one line, or not at all', async () => {
    const named = await mirror()
    const folded = `GET / HTTP/1.1\r\nHost: ${named.host}\r\nX-A: b\r\n Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    const heard = await sendRaw(suite.stage.port, folded)
    if (/^HTTP\/1\.1 400/.test(heard)) return
    const { raw } = JSON.parse(heard.slice(heard.indexOf('{'), heard.lastIndexOf('}') + 1))
    expect(raw.filter((_: string, n: number) => n % 2 === 0)).not.toContain('Transfer-Encoding')
    expect(raw.join('|')).not.toMatch(/[\r\n]/)
  })

  it('is refused as a reply with two meanings', async () => {
    const liar = await suite.stage.tcp(() => {})
    expect(liar.host).toContain(DOMAIN)
    const web = createServer()
    web.on('connection', (socket: Socket) =>
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'
        )
      )
    )
    const { status, body } = await ask(await suite.stage.web(web))
    expect(status).toBe(502)
    expect(body).toContain('<h1>')
  })
})
