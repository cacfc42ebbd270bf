import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '~/server/accounts/contract'
import { Client } from '../../support/api/client'
import { Contract, type Served } from '../../support/api/contract'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'
import { CALLERS, type Caller, EXPECTED } from './expected'

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x'
]

const FORMS = [...readFileSync('app/routes.js', 'utf8').matchAll(/^ {2}'(\/[^']*)': '([^']+)'/gm)].flatMap(
  ([, path = '', module = '']) => {
    const isPage = !module.startsWith('api+/') && existsSync(`app/routes/${module}`)
    const posts =
      isPage &&
      /export (const|async function|function) action\b/.test(readFileSync(`app/routes/${module}`, 'utf8'))
    return posts ? [path] : []
  }
)

const MISSING = { id: 999_999, user: '01890000-0000-7000-8000-000000000000', post: 'deadbeef' }

let platform: Platform
let game: PlayedGame
let contract: Contract
let team: number
const callers = {} as Record<Caller, Client>

beforeAll(async () => {
  platform = await startPlatform()
  const { db } = platform.stores
  game = await playGame(db)
  const admin = new Client(platform.url)
  await admin.login(ADMIN.userName, ADMIN.password)
  for (const caller of CALLERS) {
    callers[caller] = new Client(platform.url)
    if (caller === 'visitor') continue
    await callers[caller].register(`role${caller}`)
    const { userId } = await callers[caller].ok<{ userId: string }>('GET', '/api/account/profile')
    if (caller === 'captain') {
      team = (await callers.captain.ok<{ id: number }>('POST', '/api/team', { name: 'Crew' })).id
      await signUp(userId)
    } else await admin.ok('PUT', `/api/admin/users/${userId}`, { role: caller })
    // A change of role ends sessions, so the banned account gets one afterwards.
    const login = { userName: `role${caller}`, password: 'a pass word' }
    if (caller !== 'Banned') await callers[caller].ok('POST', '/api/account/login', login)
  }
  callers.Banned.cookie = await bannedSession()
  contract = await Contract.of(callers.visitor)
})
afterAll(() => platform.close())

async function signUp(userId: string) {
  await platform.stores.db.pool.query(
    `WITH p AS (INSERT INTO participations (game_id, team_id, status, token) VALUES ($1, $2, 'Accepted', 't') RETURNING id)
     INSERT INTO registrations (game_id, user_id, participation_id) SELECT $1, $3, id FROM p`,
    [game.id, team, userId]
  )
}

/** A session of the banned account, which no login would give. */
async function bannedSession() {
  const cookie = randomBytes(25).toString('hex').slice(0, 40)
  await platform.stores.db.pool.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT $1, id, now() + interval '1 day' FROM users WHERE user_name = 'roleBanned'`,
    [createHash('sha256').update(cookie).digest('hex')]
  )
  return `${SESSION_COOKIE}=${cookie}`
}

/** The path with ids: of existing things to read and change, of missing ones to delete. */
function filled({ path, method }: Served): string {
  const there = method === 'DELETE' && path !== '/api/game/{id}' && path !== '/api/team/{id}'
  const id = /^\/api\/team/.test(path) ? team : game.id
  const own = there || /^\/api\/admin/.test(path) ? MISSING.id : id
  const values: Record<string, string | number> = {
    id: /posts/.test(path) ? MISSING.post : own,
    cId: game.challenges[0]!.id,
    challengeId: game.challenges[0]!.id,
    status: 'Accepted',
    userId: MISSING.user,
    userid: MISSING.user
  }
  return path.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? MISSING.id))
}

describe('every operation × every role', () => {
  it('gives the status of the table', async () => {
    const found: Record<string, number[]> = {}
    for (const operation of contract.operations) {
      // Would end the sessions that the others need; see below.
      if (operation.id === 'accountLogOut') continue
      const row: number[] = []
      for (const caller of CALLERS) {
        // Empty, so that a permitted caller fails at the first rule and changes nothing.
        const body = operation.method === 'GET' ? undefined : {}
        const answer = await callers[caller].call(operation.method, filled(operation), body)
        row.push(answer.status)
        if (answer.status !== 200) contract.refusal(answer.body, `${operation.id} for ${caller}`)
      }
      found[operation.id] = row
    }
    expect(found).toEqual(EXPECTED)
  })

  it('follows a withdrawn role at the next call', async () => {
    const client = new Client(platform.url)
    await client.register('demoted')
    const { userId } = await client.ok<{ userId: string }>('GET', '/api/account/profile')
    await callers.Admin.ok('PUT', `/api/admin/users/${userId}`, { role: 'Banned' })
    expect((await client.call('GET', '/api/account/profile')).status).toBe(401)
    const login = { userName: 'demoted', password: 'a pass word' }
    expect((await client.call('POST', '/api/account/login', login)).status).toBe(401)
    expect((await callers.Banned.call('GET', '/api/account/profile')).status).toBe(403)
    expect((await callers.Banned.call('POST', '/api/account/logout')).status).toBe(200)
    expect((await callers.Banned.call('GET', '/api/account/profile')).status).toBe(401)
  })
})

describe('the API', () => {
  it('refuses every state change from another site, whatever the content type', async () => {
    const admin = new Client(platform.url)
    await admin.login(ADMIN.userName, ADMIN.password)
    const strangers: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' }
    ]
    const post = (method: string, path: string, headers: Record<string, string>, body: string) =>
      fetch(platform.url + path, {
        method,
        redirect: 'manual',
        headers: { Cookie: admin.cookie, ...headers },
        body
      })
    const login = JSON.stringify(ADMIN)
    const changes = contract.operations.filter(({ method }) => method !== 'GET')
    expect(changes.length).toBeGreaterThan(40)
    for (const operation of changes)
      for (const [index, type] of TYPES.entries()) {
        const headers = { 'Content-Type': type, ...strangers[index % strangers.length] }
        const answer = await post(operation.method, filled(operation), headers, login)
        const cookies = answer.headers.getSetCookie()
        expect([operation.id, type, answer.status, cookies]).toEqual([operation.id, type, 403, []])
      }
    const form = { Origin: 'https://evil.example', Accept: 'text/html', 'Accept-Language': 'de-DE' }
    const page = await post('POST', '//evil.example/account/login', form, 'a=b')
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html).toContain('<html lang="de-DE">')
    expect(html).toContain('<a href="/evil.example/account/login">')
    expect(FORMS.length).toBeGreaterThan(8)
    for (const path of FORMS)
      for (const type of TYPES) {
        const headers = { 'Content-Type': type, Origin: 'https://evil.example' }
        const answer = await post('POST', path.replace('/:id', `/${game.id}`), headers, 'a=b')
        expect([path, type, answer.status, answer.headers.getSetCookie()]).toEqual([path, type, 403, []])
      }
    expect((await admin.call('GET', '/api/account/profile')).status).toBe(200)
  })

  it('ignores members that callers may not set', async () => {
    const client = new Client(platform.url)
    await client.register('grabber')
    const profile = () => client.ok<Record<string, unknown>>('GET', '/api/account/profile')
    const before = await profile()
    const more = {
      role: 'Admin',
      email: 'x@evil.example',
      active: true,
      emailConfirmed: true,
      userId: MISSING.user
    }
    await client.ok('PUT', '/api/account/update', { bio: 'mine', ...more, avatar: '/assets/x/y', id: 1 })
    expect(await profile()).toEqual({ ...before, bio: 'mine' })
    const grab = {
      name: 'Grab',
      id: team,
      captainId: MISSING.user,
      locked: true,
      adminLocked: true,
      members: []
    }
    const made = await client.ok<{ id: number; locked: boolean }>('POST', '/api/team', grab)
    expect([made.id === team, made.locked]).toEqual([false, false])
    await client.ok('PUT', `/api/team/${made.id}`, { ...grab, bio: 'x' })
    const { members, locked } = await client.ok<{ members: { userName: string }[]; locked: boolean }>(
      'GET',
      `/api/team/${made.id}`
    )
    expect([members.map(({ userName }) => userName), locked]).toEqual([['grabber'], false])
  })

  it('replies with JSON to unknown paths, and to wrong ids as to missing ones', async () => {
    const { visitor } = callers
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/game/abc',
      '/api/game/2147483648',
      '/api/game/-1',
      '/api/game/1.5'
    ])
      expect((await visitor.call('GET', path)).status, path).toBe(404)
    expect((await visitor.call<{ status: number }>('GET', '/api/game/999999')).body.status).toBe(404)
    const refused = await visitor.call('DELETE', '/api/config')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    for (const [method, path, allowed] of [
      ['POST', '/', 'GET, HEAD'],
      ['DELETE', '/', 'GET, HEAD'],
      ['OPTIONS', '/', 'GET, HEAD'],
      ['POST', '/games', 'GET, HEAD'],
      ['DELETE', '/games', 'GET, HEAD'],
      ['PUT', '/account/Login', 'GET, HEAD, POST']
    ] as const) {
      const page = await visitor.call(method, path)
      expect([path, page.status, page.headers.get('allow')]).toEqual([path, 405, allowed])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers } = await visitor.call(method, '/nowhere')
      expect([method, status, headers.get('allow')]).toEqual([method, 404, null])
    }
  })

  it('matches paths ignoring case and a trailing slash', async () => {
    for (const path of ['/API/Config', '/api/config/', '/Api/GAME'])
      expect((await callers.visitor.call('GET', path)).status, path).toBe(200)
  })

  it('compresses long replies as the client accepts, and names the language of each', async () => {
    const get = (path: string, encoding: string) =>
      fetch(platform.url + path, { headers: { 'Accept-Encoding': encoding, 'Accept-Language': 'de-DE' } })
    const plain = await get('/api/openapi.json', 'identity')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/api/openapi.json', encoding)
      const { headers } = packed
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
      expect(Number(headers.get('content-length'))).toBeLessThan(text.length / 4)
      expect(await packed.text()).toBe(text)
    }
    const short = await get('/api/config', 'br')
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(
      [short, await get('/api/account/profile', '')].map((one) => one.headers.get('content-language'))
    ).toEqual(['de-DE', 'de-DE'])
  })

  it('refuses broken, foreign and oversized bodies with a clear error', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${platform.url}/api/account/login`, { method: 'POST', headers: { 'Content-Type': type }, body })
    expect((await post('{')).status).toBe(400)
    expect((await post('{}', 'text/plain')).status).toBe(415)
    expect((await post('[]')).status).toBe(400)
    expect((await post('null')).status).toBe(400)
    expect((await post(JSON.stringify({ userName: 'x'.repeat(10_000), password: 'y' }))).status).toBe(400)
    expect((await post(`{"userName":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413)
  })

  it('reads members ignoring case and accepts no privileged ones', async () => {
    const client = new Client(platform.url)
    await client.ok('POST', '/api/account/register', {
      USERNAME: 'shouting',
      Password: 'a pass word',
      eMail: 'shouting@example.org',
      role: 'Admin',
      active: true,
      id: '00000000-0000-0000-0000-000000000000'
    })
    const profile = await client.ok<{ role: string; userName: string }>('GET', '/api/account/profile')
    expect([profile.userName, profile.role]).toEqual(['shouting', 'User'])
  })

  it('keeps personal replies out of shared caches, and marks every reply', async () => {
    for (const operation of contract.operations.filter(({ method }) => method === 'GET')) {
      const { headers } = await callers.Admin.call('GET', filled(operation))
      if (operation.id !== 'systemFavicon')
        expect(headers.get('cache-control'), operation.id).toMatch(/private|no-store/)
      expect(headers.get('x-content-type-options'), operation.id).toBe('nosniff')
    }
    const unframed = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY'
    }
    for (const path of ['/', '/games', '/account/Login', `/games/${game.id}`]) {
      const mine = await fetch(platform.url + path, { headers: { Cookie: callers.Admin.cookie } })
      expect(mine.headers.get('vary'), path).toMatch(/Cookie/)
      expect(mine.headers.get('cache-control'), path).toMatch(/private/)
      const policy = mine.headers.get('content-security-policy')
      expect(policy).toMatch(/script-src 'self' 'nonce-/)
      expect(policy).not.toMatch(/unsafe-inline/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(Object.fromEntries(mine.headers), path).toMatchObject(unframed)
      const [own, visitors] = [await mine.text(), await (await fetch(platform.url + path)).text()]
      expect(own).toContain('roleAdmin')
      expect(visitors).not.toContain('roleAdmin')
    }
  })

  it('titles errors in the requested language', async () => {
    const german = new Client(platform.url, { 'Accept-Language': 'zh-CN' })
    const { body, headers } = await german.call<{ title: string }>('GET', '/api/account/profile')
    expect(headers.get('content-language')).toBe('zh-CN')
    expect(body.title).toMatch(/\p{Script=Han}/u)
  })
})

describe('administrators', () => {
  it('are recognised as themselves however their id is written', async () => {
    const client = new Client(platform.url)
    await client.login(ADMIN.userName, ADMIN.password)
    const { userId } = await client.ok<{ userId: string }>('GET', '/api/account/profile')
    for (const id of [userId, userId.toUpperCase()]) {
      const path = `/api/admin/users/${id}`
      expect((await client.call('PUT', path, { role: 'User' })).status).toBe(400)
      expect((await client.call('PUT', path, { emailConfirmed: false })).status).toBe(400)
      expect((await client.call('DELETE', path)).status).toBe(400)
    }
    expect((await client.call('GET', '/api/admin/users')).status).toBe(200)
  })
})

describe('addresses of areas', () => {
  it.each([
    ['monitor', 'Monitor', '/games/:id/monitor', '/games/:id/monitor/Watch'],
    ['administration', 'Admin', '/admin/games/:id', '/admin/games/:id/Info']
  ] as const)('lead to the first page of a game’s %s, for its staff alone', async (_, role, area, first) => {
    const [path, target] = [area, first].map((one) => one.replace(':id', String(game.id)))
    const ask = (caller: Caller, address = path) =>
      fetch(platform.url + address, {
        redirect: 'manual',
        headers: { Cookie: callers[caller].cookie, Accept: 'text/html' }
      })
    const sent = await ask(role)
    expect([sent.status, sent.headers.get('location')]).toEqual([302, target])
    for (const refused of [await ask('captain'), await ask(role, area.replace(':id', 'x'))]) {
      expect(refused.status).toBe(404)
      expect(await refused.text()).toContain('The Nowhere')
    }
  })
})
