import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../support/client'
import { addUsers, type PlayedGame, playGame } from '../../support/fixtures'
import { ADMIN, type Platform, startPlatform } from '../../support/platform'

interface Operation {
  method: string
  path: string
  role: 'anonymous' | 'user' | 'monitor' | 'admin'
}

const ROLES = ['Banned', 'User', 'Monitor', 'Admin'] as const
type Caller = 'visitor' | (typeof ROLES)[number]

let platform: Platform
let game: PlayedGame
const callers = {} as Record<Caller, Client>
let operations: Operation[]

beforeAll(async () => {
  platform = await startPlatform(5)
  game = await playGame(platform.stores.db)
  callers.visitor = new Client(platform.url)
  for (const role of ROLES) {
    const client = new Client(platform.url)
    await client.register(`role${role}`)
    await platform.stores.db.pool.query('UPDATE users SET role = $1 WHERE user_name = $2', [
      role,
      `role${role}`
    ])
    callers[role] = client
  }
  // The roles were changed behind the platform's back: say so, as every change through it does.
  await platform.stores.redis.publish('halyard:forget', JSON.stringify({ tags: await userTags() }))
  const { paths } = await callers.visitor.ok<{ paths: Record<string, Record<string, { 'x-role': string }>> }>(
    'GET',
    '/api/openapi.json'
  )
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      role: operation['x-role'] as Operation['role']
    }))
  )
})
afterAll(() => platform.close())

const userTags = async () =>
  (await platform.stores.db.pool.query<{ id: string }>('SELECT id FROM users')).rows.map(
    ({ id }) => `user:${id}`
  )

/** A path with ids that exist where they can. */
const filled = (path: string) =>
  path
    .replace('{challengeId}', String(game.challenges[0]!.id))
    .replace('{cId}', String(game.challenges[0]!.id))
    .replace('{submitId}', '1')
    .replace('{fId}', '999999')
    .replace('{status}', 'Accepted')
    .replace(/^(\/api\/admin\/participation\/){id}/, '$1999999')
    .replace(/^(\/api\/(?:team|admin\/teams)\/){id}/, '$1999999')
    .replace('{id}', String(game.id))

const rank = { anonymous: -1, user: 1, monitor: 2, admin: 3 }

describe('every operation × every role', () => {
  it('lets exactly those in who reach the role, and changes nothing for the others', async () => {
    expect(operations.length).toBeGreaterThan(25)
    const wrong: string[] = []
    for (const { method, path, role } of operations) {
      if (path.endsWith('/logout')) continue
      for (const [caller, client] of Object.entries(callers)) {
        const level = caller === 'visitor' ? -1 : ROLES.indexOf(caller as (typeof ROLES)[number])
        // An empty body fails validation, which comes after the role: whoever is let in gets no further.
        const { status } = await client.call(method, filled(path), method === 'GET' ? undefined : {})
        const expected = role === 'anonymous' || level >= rank[role] ? 'in' : caller === 'visitor' ? 401 : 403
        const fits =
          expected === 'in'
            ? status !== 401 && (status !== 403 || path.includes('/team/'))
            : status === expected
        if (!fits || status >= 500)
          wrong.push(`${caller}: ${method} ${path} → ${status}, expected ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it('a role taken away acts on the next call', async () => {
    const [user] = await addUsers(platform.stores.db, 1, 'fleeting')
    const client = new Client(platform.url)
    await client.register('demoted')
    expect((await client.call('GET', '/api/account/profile')).status).toBe(200)
    await platform.stores.db.pool.query(`UPDATE users SET role = 'Banned' WHERE user_name = 'demoted'`)
    await platform.stores.redis.publish('halyard:forget', JSON.stringify({ tags: await userTags() }))
    await expect.poll(async () => (await client.call('GET', '/api/account/profile')).status).toBe(403)
    expect((await client.call('POST', '/api/account/logout')).status).toBe(200)
    expect((await client.call('GET', '/api/account/profile')).status).toBe(401)
    expect(user).toBeDefined()
  })
})

describe('doors', () => {
  it('refuses every state change from another site, whatever the content type', async () => {
    const admin = new Client(platform.url)
    await admin.login(ADMIN.userName, ADMIN.password)
    for (const { method, path } of operations.filter(({ method }) => method !== 'GET'))
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' }
      ] as Record<string, string>[])
        expect((await admin.call(method, filled(path), {}, headers)).status, `${method} ${path}`).toBe(403)
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
      for (const path of ['/account/Login', '/account/Logout', '/theme', '/language', `/games/${game.id}`]) {
        const answer = await fetch(platform.url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { Cookie: admin.cookie, Origin: 'https://evil.example', 'Content-Type': type },
          body: 'a=b'
        })
        expect(answer.status, path).toBe(403)
      }
    expect((await admin.call('GET', '/api/account/profile')).status).toBe(200)
  })

  it('answers what is no call with JSON, and wrong ids like missing ones', async () => {
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
  })

  it('matches paths ignoring case and a trailing slash', async () => {
    for (const path of ['/API/Config', '/api/config/', '/Api/GAME'])
      expect((await callers.visitor.call('GET', path)).status, path).toBe(200)
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

  it('reads members ignoring case and takes no privileged ones', async () => {
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

  it('never lets a shared cache keep a personal answer, and marks every answer', async () => {
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      const { headers } = await callers.Admin.call('GET', filled(path))
      expect(headers.get('cache-control'), path).toMatch(/private|no-store/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
    for (const path of ['/', '/games', '/account/Login', `/games/${game.id}`]) {
      const mine = await fetch(platform.url + path, { headers: { Cookie: callers.Admin.cookie } })
      expect(mine.headers.get('vary'), path).toMatch(/Cookie/)
      expect(mine.headers.get('cache-control'), path).toMatch(/private/)
      const policy = mine.headers.get('content-security-policy')
      expect(policy).toMatch(/script-src 'self' 'nonce-/)
      expect(policy).not.toMatch(/unsafe-inline/)
      const [own, visitors] = [await mine.text(), await (await fetch(platform.url + path)).text()]
      expect(own).toContain('roleAdmin')
      expect(visitors).not.toContain('roleAdmin')
    }
  })

  it('titles errors in the language asked for', async () => {
    const german = new Client(platform.url, { 'Accept-Language': 'zh-CN' })
    const { body, headers } = await german.call<{ title: string }>('GET', '/api/account/profile')
    expect(headers.get('content-language')).toBe('zh-CN')
    expect(body.title).toMatch(/\p{Script=Han}/u)
  })
})
