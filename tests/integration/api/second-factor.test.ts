import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '../../support/accounts/authenticator'
import { codeOf } from '../../support/accounts/second-factors'
import { Client, CookieClient } from '../../support/api/client'
import { tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

const PASSWORD = 'a pass word'

let platform: Platform
let origin: string
beforeAll(async () => {
  platform = await startPlatform()
  // Passkeys belong to a host name.
  origin = `http://localhost:${new URL(platform.url).port}`
})
afterAll(() => platform?.close())

async function owner() {
  const client = new CookieClient(platform.url)
  const name = `f${tag()}`
  await client.register(name, PASSWORD)
  const device = createAuthenticator(origin)
  const { options } = await ask(client, 'add')
  const { codes } = await client.ok<{ codes: string[] }>('POST', '/api/account/factor/passkey', {
    name: 'Laptop',
    credential: device.create(options)
  })
  return { client, name, device, codes }
}
const ask = (client: Client, purpose: string) =>
  client.ok<{ options: object }>('POST', '/api/account/factor/passkey/options', { purpose })

async function beginLogin(name: string) {
  const client = new CookieClient(platform.url)
  const answer = await client.call<object>('POST', '/api/account/login', {
    userName: name,
    password: PASSWORD
  })
  return { client, answer }
}

const form = (client: Client, path: string, fields: Record<string, string>) =>
  fetch(platform.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: client.cookie, Origin: platform.url },
    body: new URLSearchParams(fields)
  })

it('the login of the contract reports the missing factor, in members of its own', async () => {
  const { name, device, codes } = await owner()
  const { client, answer } = await beginLogin(name)
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({
    title: expect.stringContaining('second factor'),
    ...{ status: 401, code: 'account.second_factor', factors: ['passkey'] }
  })
  expect([client.has('halyard_step'), client.has('halyard_session'), client.has('halyard_device')]).toEqual([
    ...[true, false, false]
  ])
  const wrong = await client.call('POST', '/api/account/factor/code', { code: '000000' })
  expect([wrong.status, client.has('halyard_session')]).toEqual([400, false])
  await client.ok('POST', '/api/account/factor/code', { code: codes[0] })
  expect(await client.ok('GET', '/api/account/profile')).toMatchObject({ userName: name })
  expect(client.has('halyard_step')).toBe(false)

  const other = await beginLogin(name)
  const { options } = await ask(other.client, 'step')
  await other.client.ok('POST', '/api/account/factor/passkey/use', device.get(options))
  expect(await other.client.ok('GET', '/api/account/profile')).toMatchObject({ userName: name })

  const alone = new CookieClient(platform.url)
  await alone.ok('POST', '/api/account/factor/passkey/use', device.get((await ask(alone, 'login')).options))
  expect(await alone.ok('GET', '/api/account/profile')).toMatchObject({ userName: name })
})

it('a login that waits is a visitor at every other call', async () => {
  const { name } = await owner()
  const { client } = await beginLogin(name)
  const { paths } = await client.ok<{ paths: Record<string, Record<string, { operationId: string }>> }>(
    'GET',
    '/api/openapi.json'
  )
  const own = ['accountFinishLogin', 'accountPasskeyOptions', 'accountUsePasskey', 'accountAddPasskey']
  const step = client.cookie
  const asVisitor = new Client(platform.url)
  const different: string[] = []
  let compared = 0
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      if (own.includes(operationId)) continue
      const address = path.replace(/\{[^}]*\}/g, '1')
      const body = method === 'get' || method === 'delete' ? undefined : {}
      const waiting = new Client(platform.url)
      // Also in the session cookie.
      waiting.cookie = `${step}; halyard_session=${step.split('=')[1]}`
      const [mine, theirs] = [
        await waiting.call(method.toUpperCase(), address, body),
        await asVisitor.call(method.toUpperCase(), address, body)
      ]
      compared++
      if (mine.status !== theirs.status)
        different.push(`${operationId}: ${mine.status}, not ${theirs.status}`)
    }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(100)
  for (const page of ['/account/Profile', '/Teams', '/admin/Users', '/account/Check'])
    expect((await client.call('GET', page)).headers.get('location'), page).toContain('/account/Login')
  // It may not add a factor either, because the account has one.
  const { options } = await ask(client, 'add')
  const refused = await client.call('POST', '/api/account/factor/passkey', {
    name: 'Mine',
    credential: createAuthenticator(origin).create(options)
  })
  expect(refused.status).toBe(401)
})

it('an app is added and used by forms alone', async () => {
  const client = new CookieClient(platform.url)
  const name = `g${tag()}`
  await client.register(name, PASSWORD)
  const begun = await form(client, '/account/Authenticator', { intent: 'begin' })
  expect([begun.status, begun.headers.get('location')]).toEqual([303, '/account/Authenticator'])
  client.cookie += `; ${begun.headers.getSetCookie()[0]!.split(';')[0]}`
  const page = await client.ok<string>('GET', '/account/Authenticator')
  const key = /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(page)?.[1] ?? ''
  const added = await form(client, '/account/Authenticator', {
    intent: 'add',
    name: 'App',
    code: codeOf(key)
  })
  expect(added.status).toBe(200)
  expect(added.headers.get('cache-control')).toContain('no-store')
  expect((await added.text()).match(/([A-Z2-9]{4}-){3}[A-Z2-9]{4}/g)!.length).toBeGreaterThanOrEqual(10)

  const visitor = new CookieClient(platform.url)
  const login = await form(visitor, '/account/Login', { userName: name, password: PASSWORD, from: '/Teams' })
  expect([login.status, login.headers.get('location')]).toEqual([303, '/account/SecondFactor?from=%2FTeams'])
  visitor.cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  expect(await visitor.ok<string>('GET', '/account/SecondFactor?from=%2FTeams')).toContain(name)
  const done = await form(visitor, '/account/SecondFactor', {
    ...{ intent: 'code', from: '/Teams', code: codeOf(key, 1) }
  })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/Teams'])
  expect(done.headers.getSetCookie().some((cookie) => cookie.startsWith('halyard_session='))).toBe(true)
})
