import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PER_ADDRESS, RATES } from '~/server/limits/contract'
import { Client } from '../../support/api/client'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ HALYARD_RATE_LIMITS: 'on' })
})
afterAll(() => platform.close())

/** Requests a page and disconnects after `stay` milliseconds. */
async function fleetingVisit(path: string, stay: number): Promise<void> {
  const { hostname, port, host } = new URL(platform.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  setTimeout(() => socket.destroy(), stay)
}

async function openSocket(address: string, query = '', header = '') {
  const { hostname, port, host } = new URL(platform.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\n` +
      `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${header}` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  return { socket, status: Number(first.toString('latin1').split(' ')[1]) }
}

/** All of them are hashed one after the other within the time of a test, also on a busy machine. */
const LOGINS = 150

describe('one caller among many', () => {
  it('disconnects while a shared page is rendered, and the others still get it', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 40; i++) {
      const path = `/games?visit=${i}`
      await fleetingVisit(path, i % 6)
      const waiting = [1, 2].map(() => fetch(platform.url + path, { headers: { 'Accept-Language': '' } }))
      for (const { status } of await Promise.all(waiting)) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
  })

  it('gets files and pages while many log-ins wait', async () => {
    let done = 0
    const logins = Array.from({ length: LOGINS }, async (_, i) => {
      const client = new Client(platform.url, { 'X-Forwarded-For': `198.51.100.${i}` })
      const guess = { userName: `nobody${i}`, password: 'a guess' }
      const { status } = await client.call('POST', '/api/account/login', guess)
      done++
      return status
    })
    const overtaken: number[] = []
    for (let i = 0; i < 8; i++) {
      await until(() => done >= i * 15)
      for (const path of ['/icon.svg', `/games?during=${i}`]) {
        const before = done
        const answer = await fetch(platform.url + path, { headers: { 'Accept-Encoding': 'br' } })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
        // After the last log-in nothing waits.
        if (before < LOGINS) overtaken.push(done - before)
      }
    }
    // The median of all passwords, because the machine may pause during one.
    expect(overtaken.sort((a, b) => a - b)[Math.floor(overtaken.length / 2)]).toBeLessThan(LOGINS / 3)
    expect([...new Set(await Promise.all(logins))]).toEqual([401])
  })

  it('is in the log after requests for staff’s data, less often than the requests come', async () => {
    const client = new Client(platform.url)
    await client.register('prowler')
    const paths = ['/api/admin/users', '/api/edit/games', '/admin/games']
    const begun = Date.now()
    for (let n = 0; n < 12; n++) {
      const path = paths[n % 3]!
      expect((await client.call('GET', `${path}?n=${n}`)).status).toBe(path.startsWith('/api') ? 403 : 404)
    }
    expect((await client.call('GET', '/api/team')).status).toBe(200)
    const said = async () =>
      (
        await platform.stores.db.pool.query<{ status: string; details: { path: string }; by: string }>(
          `SELECT l.status, l.details, u.user_name AS by FROM log_events l JOIN users u ON u.id = l.user_id
           WHERE l.event = 'access_refused' ORDER BY l.id`
        )
      ).rows
    await until(async () => (await said()).length >= 5)
    const lines = await said()
    expect(lines.slice(0, 5).map(({ details }) => details.path)).toEqual([...paths, ...paths].slice(0, 5))
    // One more every twelve seconds, for slow machines.
    expect(lines.length).toBeLessThanOrEqual(5 + Math.floor((Date.now() - begun) / 12_000))
    expect(lines.map(({ status, by }) => [status, by])).toEqual(lines.map(() => ['Denied', 'prowler']))
  })

  it('is served without counting while Redis hangs', async () => {
    await platform.stores.redis.sendCommand(['CLIENT', 'PAUSE', '5000', 'ALL'])
    let hangs = true
    const back = platform.stores.redis.ping().then(() => {
      hangs = false
    })
    for (const path of ['/api/config', '/games?redis=hangs'])
      expect((await fetch(platform.url + path)).status).toBe(200)
    expect(hangs).toBe(true)
    await back
  })
})

describe('the HTTP server', () => {
  it('checks the path that it serves', async () => {
    const { hostname, port } = new URL(platform.url)
    for (const path of [
      '/x/../api/config',
      '/x/%2e%2E/api/config',
      '/./api/config',
      '/x\\..\\api',
      '/games/..'
    ]) {
      const asked = request({ hostname, port, path }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect(answer.statusCode, path).toBe(400)
    }
  })

  it('says what is wrong with a path, a host or a method that it does not even look up', async () => {
    const { hostname, port } = new URL(platform.url)
    const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const asked = request({ hostname, port, path, method, headers }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return { status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) }
    }
    const crooked = { status: 400, code: 'request.path' }
    for (const path of ['/api/../x', '/api/%2e%2E/x', '/api/..'])
      expect(JSON.parse((await ask(path, { Accept: 'text/html' })).body)).toMatchObject(crooked)
    const german = await ask('/x/../y', { 'Accept-Language': 'de' })
    expect(JSON.parse(german.body)).toMatchObject({ ...crooked, title: expect.stringContaining('Pfad') })
    const page = await ask('/games/%2e%2e/admin', { Accept: 'text/html' })
    expect(page).toMatchObject({ status: 400, type: 'text/html; charset=utf-8' })
    expect(page.body).toContain('The path must not contain backslashes')
    expect(JSON.parse((await ask('/api/config', { Host: 'a b' })).body)).toMatchObject({
      code: 'request.host'
    })
    const trace = await ask('/api/config', {}, 'TRACE')
    expect([trace.status, JSON.parse(trace.body).code]).toEqual([405, 'request.method_not_allowed'])
  })

  it('refuses ambiguous requests, and those that exhaust it', async () => {
    const { hostname, port, host } = new URL(platform.url)
    const status = async (text: string) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(text)
      const [first] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return Number(first.toString('latin1').split(' ')[1])
    }
    const get = (line: string, header = '') => status(`${line} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n`)
    const post = (headers: string[], body: string) => {
      const lines = ['POST /api/account/login HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json']
      return status(`${[...lines, ...headers].join('\r\n')}\r\n\r\n${body}`)
    }
    const deep = '['.repeat(400_000)
    const found = {
      'two lengths': await post(['Content-Length: 2', 'Content-Length: 3'], '{}'),
      'length and chunks': await post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      'unknown coding': await post(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
      'two codings': await post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
      'packed body': await post(['Content-Encoding: gzip', 'Content-Length: 2'], '\x1f\x8b'),
      'deep body': await post([`Content-Length: ${deep.length}`], deep),
      'deep body with escapes': await post([`Content-Length: ${deep.length + 8}`], `${deep}"\\u0000"`),
      'header that goes on': await get('GET /api/config', 'X-A: b\r\n c\r\n'),
      'line ends of two kinds': await status(`GET /api/config HTTP/1.1\nHost: ${host}\n\n`),
      'no host': await status('GET /api/config HTTP/1.1\r\n\r\n'),
      'another host in the line': await get('GET http://evil.example/api/config'),
      'endless header': await get('GET /api/config', `X-A: ${'a'.repeat(20_000)}\r\n`),
      trace: await get('TRACE /api/config'),
      preflight: await get('OPTIONS /api/config', 'Origin: https://evil.example\r\n')
    }
    const expected = { 'endless header': 431, trace: 405, preflight: 403 }
    const refused = Object.keys(found).map((name) => [name, 400])
    expect(found).toEqual({ ...Object.fromEntries(refused), ...expected })
  })

  it('spends no time on a header, a path or a value that is made to be searched for long', async () => {
    const blanks = '\t'.repeat(7000)
    const client = new Client(platform.url)
    await client.register('searched')
    const asked: [path: string, headers: Record<string, string>, body?: object][] = [
      ['/favicon.webp', { Range: `bytes=${blanks}-${blanks}=` }],
      ['/api/config', { 'Accept-Language': 'a'.repeat(15_000) }],
      ['/games', { 'Accept-Language': `${'zh-hant-'.repeat(1800)}!` }],
      [`/${'.'.repeat(15_000)}/a`, {}],
      ['/api/account/update', { Cookie: client.cookie }, { phone: `1${' '.repeat(900_000)}!` }],
      ['/api/game/1/answers', { Cookie: client.cookie }, { answers: { ...Array(100_000).fill([]) } }]
    ]
    for (const [path, headers, body] of asked) {
      const began = performance.now()
      const answer = await fetch(platform.url + path, {
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        signal: AbortSignal.timeout(10_000),
        ...(body && { method: 'PUT', body: JSON.stringify(body) })
      })
      await answer.arrayBuffer()
      expect(answer.status, path.slice(0, 40)).toBeLessThan(500)
      expect(performance.now() - began, path.slice(0, 40)).toBeLessThan(5000)
    }
  })

  it('searches lists of staff for what no text of Postgres has', async () => {
    const organiser = await Organiser.of(platform)
    const game = await organiser.game()
    const searched = [
      '/admin/Users?q',
      '/admin/Teams?q',
      '/admin/Files?q',
      '/admin/Logs?search',
      '/admin/Logs/Audit?actor',
      '/admin/Trash?by'
    ]
    const ofGame = [
      `/admin/games/${game.id}/Review?q`,
      `/admin/games/${game.id}/Writeups?q`,
      `/games/${game.id}/monitor/Traffic?search`
    ]
    for (const path of [...searched, ...ofGame, '/admin/Instances?q', '/docs?q'])
      expect([path, (await organiser.client.call('GET', `${path}=%00a`)).status]).toEqual([path, 200])
  })

  it.each([
    ['names', (n: number) => `f${n}`],
    ['secrets to be opened', (n: number) => `kept-password${n}=v1:a:b:c`]
  ])('refuses a form of a hundred thousand %s before it looks at them', async (_, field) => {
    const began = performance.now()
    const answer = await fetch(`${platform.url}/account/Login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Array.from({ length: 100_000 }, (_, n) => field(n)).join('&'),
      signal: AbortSignal.timeout(10_000)
    })
    await answer.arrayBuffer()
    expect(answer.status).toBe(413)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('gives one address a thousand sockets, others theirs, and reuses closed ones', async () => {
    const held: Awaited<ReturnType<typeof openSocket>>[] = []
    while (held.length < PER_ADDRESS.sockets)
      held.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => openSocket(`2001:db8::${i}`)))))
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([101]))
    expect((await openSocket('2001:db8::ffff')).status).toBe(429)
    expect((await openSocket('2001:db8:0:1::1')).status).toBe(101)
    held[0]!.socket.destroy()
    await expect.poll(async () => (await openSocket('2001:db8::1')).status).toBe(101)
    for (const { socket } of held) socket.destroy()
  })
})

describe('sockets with cookies without a session', () => {
  it('have the limits of visitors’ pages; those with a session, or without a cookie, go on', async () => {
    const from = '198.51.100.77'
    const { client } = await Organiser.of(platform)
    const cookie = (value: string) => `Cookie: ${value}\r\n`
    const made = (place: number) => cookie(`halyard_session=${String(place).padStart(40, 'x')}`)
    const status = async (...asked: Parameters<typeof openSocket>) => {
      const { socket, status } = await openSocket(...asked)
      socket.destroy()
      return status
    }
    for (let place = 0; place < RATES.read.max; place++)
      expect(await status(from, place % 2 ? '' : '&sid=', made(place))).toBe(101)
    expect(await status(from, '', made(999))).toBe(429)
    expect(await status(from, '&sid=', made(998))).toBe(429)
    const polling = `${platform.url}/socket.io/?EIO=4&transport=polling`
    const headers = { 'X-Forwarded-For': from, Cookie: `halyard_session=${'y'.repeat(40)}` }
    const asked = await fetch(polling, { headers })
    expect([asked.status, Number(asked.headers.get('retry-after')) > 0]).toEqual([429, true])
    const hub = await fetch(`${platform.url}/hub/user/negotiate?sid=x`, { method: 'POST', headers })
    expect([hub.status, ((await hub.json()) as { status: number }).status]).toEqual([429, 429])
    expect(await status(from, '', cookie(client.cookie))).toBe(101)
    expect([await status(from), await status('198.51.100.78', '', made(999))]).toEqual([101, 101])
  })

  it('do not starve a session of their address after a restart, when the process has not met it yet', async () => {
    const { client } = await Organiser.of(platform)
    const ask = async (cookie: string) => {
      const headers = { 'X-Forwarded-For': '198.51.100.79', Cookie: cookie }
      return (await fetch(`${platform.url}/api/account/profile`, { headers })).status
    }
    expect(await ask(client.cookie)).toBe(200)
    await platform.restart('web')
    const invented = (place: number) => `halyard_session=${String(place).padStart(40, 'z')}`
    const places = Array.from({ length: RATES.read.max }, (_, place) => place)
    for (const place of places) await ask(invented(place))
    expect(await ask(invented(RATES.read.max))).toBe(429)
    expect(await ask(client.cookie)).toBe(200)
  })
})

describe('texts', () => {
  it('with half a surrogate pair are refused, whole ones accepted', async () => {
    const { client } = await Organiser.of(platform)
    const game = (title: string) =>
      fetch(`${platform.url}/api/edit/games`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: client.cookie },
        body: `{"title":"${title}","start":"2026-01-01T00:00:00Z","end":"2026-01-02T00:00:00Z"}`
      })
    for (const half of ['\\ud83d', '\\uDE00', 'x\\ud83dx']) expect((await game(half)).status).toBe(400)
    expect(await (await game('\\ud83d\\ude00 \\\\ud83d')).json()).toMatchObject({ title: '😀 \\ud83d' })
  })
})

describe('a refused value', () => {
  const times = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' }

  it.each([
    [{ title: 'No times' }, ['start', 'end'], 'start: Enter a date and time.'],
    [{ ...times, title: '' }, ['title'], 'Enter a title.'],
    [
      { ...times, title: 'A', teamMemberCountLimit: 'x' },
      ['teamMemberCountLimit'],
      /^teamMemberCountLimit: /
    ],
    [{ ...times, title: 'A', organizations: ['a', 7] }, ['organizations.1'], /^organizations\.1: /]
  ])('is named in the reply, with all others: %o', async (input, fields, title) => {
    const { client } = await Organiser.of(platform)
    const { status, body } = await client.call<object>('POST', '/api/edit/games', input)
    const code = expect.stringMatching(/^\w+\.\w+$/)
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        title: typeof title === 'string' ? title : expect.stringMatching(title),
        ...{ status: 400, code, field: fields[0] },
        ...(fields.length > 1 && {
          errors: fields.map((field) => ({ title: expect.stringContaining(field), code, field }))
        })
      }
    })
  })
})
