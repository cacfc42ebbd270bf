import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configure, linkParameters, PASSWORD } from '../../support/accounts/accounts'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import { Client } from '../../support/api/client'
import { playGame } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { watchGame } from '../../support/scoring/scoring'

let box: Mailbox
let platform: Platform
beforeAll(async () => {
  box = await openMailbox()
  const mail = { SMTP_URL: box.url, MAIL_FROM: 'Crew <ctf@halyard.example>' }
  platform = await startPlatform({ ...mail, HALYARD_RATE_LIMITS: 'on' }, { jobs: true })
})
afterAll(async () => {
  await platform?.close()
  await box?.close()
})

let places = 0
/** A caller at an address of its own. */
const caller = (headers: Record<string, string> = {}) =>
  new Client(platform.url, {
    'X-Forwarded-For': `198.51.${Math.floor(++places / 250)}.${places % 250}`,
    ...headers
  })
const policy = async (change: Parameters<typeof configure>[1]) => {
  // The title shows that the web process has read the new settings.
  const title = `Regatta ${randomUUID()}`
  await configure({ stores: platform.stores }, change, { title })
  await expect
    .poll(async () => (await caller().ok<{ title: string }>('GET', '/api/config')).title)
    .toBe(title)
}
const BY_MAIL = { activeOnRegister: false, emailConfirmationRequired: true }

const member = async (userName: string) => {
  await policy({})
  const client = caller()
  await client.register(userName, PASSWORD)
  return client
}

describe('known addresses', () => {
  it('are revealed by neither registering, recovering, verifying nor resetting: status, body and headers are the same', async () => {
    await member('harbourmaster')
    await policy(BY_MAIL)
    const token = Buffer.from('no such token').toString('base64')
    const seen = (email: string, userName: string) => {
      const encoded = Buffer.from(email).toString('base64')
      return Promise.all(
        (
          [
            ['/api/account/register', { userName, email, password: PASSWORD }],
            ['/api/account/recovery', { email }],
            ['/api/account/verify', { token, email: encoded }],
            ['/api/account/passwordreset', { rToken: token, email: encoded, password: PASSWORD }],
            ['/api/account/login', { userName: email, password: 'not it at all' }]
          ] as const
        ).map(async ([path, body]) => {
          const { status, body: answer, headers } = await caller().call('POST', path, body)
          return { path, status, answer, names: [...headers.keys()].sort() }
        })
      )
    }
    const known = await seen('harbourmaster@example.org', 'newname1')
    expect(known).toEqual(await seen('stranger@example.org', 'newname2'))
    expect(known.map(({ status }) => status)).toEqual([200, 200, 401, 400, 401])
    expect(known[0]!.answer).toMatchObject({ data: 'EmailConfirmationRequired', status: 200 })
  })
})

describe('links in mails', () => {
  it('lead to the configured address, whatever host the request named, and work in full', async () => {
    await policy(BY_MAIL)
    const { hostname, port } = new URL(platform.url)
    const body = JSON.stringify({
      userName: 'wayfarer',
      email: 'wayfarer@halyard.example',
      password: PASSWORD
    })
    const asked = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/account/register',
      headers: {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '198.51.100.250',
        'Content-Type': 'application/json'
      }
    }).end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    const { link, html, text } = await box.last('wayfarer@halyard.example')
    expect(link.startsWith(`http://localhost:${port}/account/verify?token=`)).toBe(true)
    expect(html + text).not.toContain('evil')

    const client = caller()
    const verified = await client.call('POST', '/api/account/verify', linkParameters(link))
    expect([verified.status, verified.body]).toEqual([200, ''])
    expect(await client.ok('GET', '/api/account/profile')).toMatchObject({
      userName: 'wayfarer',
      role: 'User'
    })

    const change = await client.call('PUT', '/api/account/changeemail', { newMail: 'inland@halyard.example' })
    expect(change).toMatchObject({ status: 200, body: { data: true, status: 200 } })
    const confirm = linkParameters((await box.last('inland@halyard.example')).link)
    const other = await member('bystander')
    expect((await caller().call('POST', '/api/account/mailchangeconfirm', confirm)).status).toBe(401)
    expect((await other.call('POST', '/api/account/mailchangeconfirm', confirm)).status).toBe(400)
    expect((await client.call('POST', '/api/account/mailchangeconfirm', confirm)).status).toBe(200)
    await policy({})
    const denied = await client.call('PUT', '/api/account/changeemail', { newMail: 'x@halyard.example' })
    expect(denied).toMatchObject({ status: 400, body: { data: false, status: 400 } })
  })
})

describe('sessions', () => {
  it('are never accepted from the client, and the one before a login is ended by it', async () => {
    await member('fixated')
    const planted = 'a'.repeat(40)
    const client = caller()
    client.cookie = `halyard_session=${planted}`
    await client.login('fixated', PASSWORD)
    expect(client.cookie).not.toContain(planted)
    const old = caller()
    old.cookie = client.cookie
    await client.login('fixated', PASSWORD)
    expect((await old.call('GET', '/api/account/profile')).status).toBe(401)
    const attacker = caller()
    attacker.cookie = `halyard_session=${planted}`
    expect((await attacker.call('GET', '/api/account/profile')).status).toBe(401)
  })

  it('of others end with a new password, on HTTP and on sockets, and with a ban', async () => {
    const game = await playGame(platform.stores.db)
    const here = await member('keeper')
    const there = caller()
    await there.login('keeper', PASSWORD)
    const watch = async ({ cookie }: Client) => {
      const { socket } = await watchGame(platform.url, { game: game.id }, { Cookie: cookie })
      return { socket, gone: new Promise((resolve) => socket.once('disconnect', resolve)) }
    }
    const [mine, theirs] = [await watch(here), await watch(there)]
    const change = { old: PASSWORD, new: 'a newer phrase' }
    expect((await here.call('PUT', '/api/account/changepassword', change)).status).toBe(200)
    expect((await there.call('GET', '/api/account/profile')).status).toBe(401)
    expect((await here.call('GET', '/api/account/profile')).status).toBe(200)
    await theirs.gone
    expect(mine.socket.connected).toBe(true)

    const admin = caller()
    await admin.login('Admin', 'hoist the flag')
    const { userId } = await here.ok<{ userId: string }>('GET', '/api/account/profile')
    expect((await admin.call('PUT', `/api/admin/users/${userId}`, { role: 'Banned' })).status).toBe(200)
    await mine.gone
    expect((await here.call('GET', '/api/account/profile')).status).toBe(401)
    const banned = await here.call('POST', '/api/account/login', { userName: 'keeper', password: change.new })
    expect(banned.status).toBe(401)
  })
})

describe('bodies', () => {
  it('cannot grant rights or reserved names', async () => {
    await policy({})
    const client = caller()
    const greedy = { role: 'Admin', Role: 3, active: true, emailConfirmed: true, userId: 'x', avatar: 'x' }
    await client.ok('POST', '/api/account/register', {
      userName: 'greedy',
      email: 'greedy@halyard.example',
      password: PASSWORD,
      ...greedy
    })
    const update = await client.call('PUT', '/api/account/update', {
      bio: 'b',
      email: 'x@y.example',
      ...greedy
    })
    expect([update.status, update.body]).toEqual([200, ''])
    expect(await client.ok('GET', '/api/account/profile')).toMatchObject({
      role: 'User',
      email: 'greedy@halyard.example',
      bio: 'b',
      avatar: null
    })
    expect((await client.call('GET', '/api/admin/users')).status).toBe(403)
  })

  it('of ten thousand characters are refused with the fault, in the requested language', async () => {
    const client = await member('verbose')
    const long = 'x'.repeat(10_000)
    for (const [method, path, body] of [
      ['PUT', '/api/account/update', { userName: long }],
      ['PUT', '/api/account/update', { bio: long }],
      ['PUT', '/api/account/changepassword', { old: PASSWORD, new: long }],
      ['POST', '/api/account/login', { userName: long, password: long }],
      ['POST', '/api/account/verify', { token: long, email: long }]
    ] as const) {
      const { status, body: answer } = await client.call<{ title: string }>(method, path, body, {
        'Accept-Language': 'zh-CN'
      })
      expect(status, path).toBe(400)
      expect(answer.title).toMatch(/\p{Script=Han}/u)
    }
  })
})

describe('guessing', () => {
  it('is slowed down with Retry-After, for existing and unknown accounts alike', async () => {
    const name = `besieged${randomUUID().slice(0, 6)}`
    await member(name)
    const siege = async (userName: string) => {
      const statuses: number[] = []
      let [asked, waits] = [0, 0]
      for (let i = 0; i < 8 && !statuses.includes(429); i++) {
        const before = performance.now()
        const answer = await caller().call('POST', '/api/account/login', { userName, password: `guess ${i}` })
        statuses.push(answer.status)
        if (answer.status !== 429) asked = before
        else waits = Number(answer.headers.get('retry-after'))
      }
      // The wait began with the last attempt, which takes as long as the machine is busy.
      return { statuses, waits, whole: waits + (performance.now() - asked) / 1000 }
    }
    const known = await siege(name)
    const unknown = await siege('nobody there')
    expect(unknown.statuses).toEqual(known.statuses)
    expect(known.statuses.at(-1)).toBe(429)
    expect(known.waits).toBeGreaterThan(0)
    // Rounded seconds.
    expect(Math.abs(known.whole - unknown.whole)).toBeLessThanOrEqual(1.5)
  })
})
