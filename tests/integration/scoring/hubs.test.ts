import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { logMessage } from '~/server/logs/contract'
import { gameEventView, submissionView } from '~/server/monitoring/contract'
import { noticeView } from '~/server/notices/contract'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import {
  addUsers,
  type Member,
  type PlayedGame,
  playGame,
  sendFlags,
  sessionOf
} from '../../support/fixtures'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'
import { type HubClient, type HubOptions, joinHub } from '../../support/scoring/hubs'
import { invalidate } from '../../support/stores/invalidate'
import { until } from '../../support/until'

const TRANSPORTS = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const

let platform: Platform
let game: PlayedGame
let admin: Client
let cookies: Record<'User' | 'Monitor' | 'Admin', string>
beforeAll(async () => {
  platform = await startPlatform({ WEB_PROCESSES: '2' }, { handover: true })
  const { db } = platform.stores
  game = await playGame(db, { teams: 4 })
  admin = new Client(platform.url)
  await admin.login(ADMIN.userName, ADMIN.password)
  const cookieOfRole = async (role: string) =>
    sessionOf(platform, (await addUsers(db, 1, `hub${role}`, role))[0]!)
  cookies = {
    User: await cookieOfRole('User'),
    Monitor: await cookieOfRole('Monitor'),
    Admin: await cookieOfRole('Admin')
  }
})
afterAll(() => platform?.close())

const open: HubClient[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.stop()))
})
const join = async (path: string, options?: HubOptions) => {
  const client = await joinHub(platform.url, path, options)
  open.push(client)
  return client
}
/** The reason of a refusal, which the library may receive before or after its start. */
const turnedAway = async (path: string, options?: HubOptions) => {
  const error = await join(path, options).then(
    ({ closed }) => closed,
    (refused: Error) => refused
  )
  return error?.message.replace('Server returned an error on close: ', '')
}
const submit = (place: number, answer?: string) =>
  sendFlags(platform.stores.db, game, [
    { team: game.teams[place]!, challenge: game.challenges[0]!, ...(answer && { answer }) }
  ])
const post = (content: string) => admin.ok('POST', `/api/edit/games/${game.id}/notices`, { content })

describe.each(TRANSPORTS)('a client that uses %s', (transport) => {
  it('receives notices as a visitor, with the fields of the contract', async () => {
    const client = await join(`user?game=${game.id}`, { transport })
    await post(`By ${transport}`)
    await until(() => client.of('ReceivedGameNotice').length === 1)
    expect(client.received).toHaveLength(1)
    expect(client.received[0]!.message).toEqual({
      id: expect.any(Number),
      type: 'Normal',
      values: [`By ${transport}`],
      time: expect.stringMatching(/\+00:00$/)
    })
    noticeView.parse(client.received[0]!.message)
  })

  it('receives events and submissions one by one as a monitor, with the fields of the contract', async () => {
    const client = await join(`monitor?game=${game.id}`, { transport, cookie: cookies.Monitor })
    const place = TRANSPORTS.indexOf(transport)
    await submit(place, 'flag{wrong}')
    await until(
      () => client.of('ReceivedSubmissions').length === 1 && client.of('ReceivedGameEvent').length === 1
    )
    const { members, name } = game.teams[place]!
    const [submission] = client.of('ReceivedSubmissions')
    expect(submission).toMatchObject({
      answer: 'flag{wrong}',
      status: 'WrongAnswer',
      time: expect.stringMatching(/\+00:00$/),
      user: members[0].name,
      team: name,
      challenge: game.challenges[0]!.title
    })
    submissionView.parse(submission)
    const [event] = client.of('ReceivedGameEvent')
    expect(event).toMatchObject({
      type: 'FlagSubmit',
      values: expect.arrayContaining(['flag{wrong}']),
      time: expect.stringMatching(/\+00:00$/),
      user: members[0].name,
      team: name
    })
    gameEventView.parse(event)
  })

  it('receives the log in its language as an administrator, with the fields of the contract', async () => {
    const headers = { 'Accept-Language': 'de-DE' }
    const client = await join('admin', { transport, cookie: cookies.Admin, headers })
    const visitor = new Client(platform.url)
    visitor.cookie = cookies.User
    expect((await visitor.call('GET', '/api/admin/users')).status).toBe(403)
    // The platform's own lines may come in between.
    const told = await until(() =>
      (client.of('ReceivedLog') as { name: string }[]).find(({ name }) => name === 'hubUser1')
    )
    expect(Object.keys(told)).toEqual(
      expect.arrayContaining(['time', 'name', 'level', 'ip', 'msg', 'status'])
    )
    expect(told).toMatchObject({
      name: 'hubUser1',
      ip: '127.0.0.1',
      msg: expect.stringContaining('abgelehnt')
    })
    logMessage.parse(told)
  })

  it('gets the reason when it may not be at a hub, and does not retry', async () => {
    const { Monitor, User } = cookies
    const forbidden = 'You are not allowed to do this.'
    for (const cookie of ['', User]) {
      expect(await turnedAway(`monitor?game=${game.id}`, { transport, cookie })).toBe(forbidden)
      expect(await turnedAway('monitor?game=999999', { transport, cookie })).toBe(forbidden)
    }
    for (const cookie of ['', User, Monitor])
      expect(await turnedAway('admin', { transport, cookie })).toBe(forbidden)
    expect(await turnedAway('user?game=999999', { transport, reconnect: [0] })).toBe('Game not found.')
  })

  it('gets an error for any call: there is no such method', async () => {
    const client = await join(`user?game=${game.id}`, { transport })
    await expect(client.connection.invoke('Anything', 1)).rejects.toThrow('There is no such method.')
    await client.connection.send('Anything')
    await post(`Still here by ${transport}`)
    await until(() => client.of('ReceivedGameNotice').length === 1)
  })

  it('is disconnected when its session ends, and returns as a visitor by itself where visitors may be', async () => {
    const [member] = (await addUsers(
      platform.stores.db,
      1,
      `leave${transport.slice(0, 4)}${randomBytes(3).toString('hex')}`
    )) as [Member]
    const cookie = await sessionOf(platform, member)
    const steady = await join(`user?game=${game.id}`, { transport, cookie, reconnect: [0, 100, 500] })
    const back = new Promise<void>((resolve) => steady.connection.onreconnected(() => resolve()))
    const simple = await join(`user?game=${game.id}`, { transport, cookie })
    const player = new Client(platform.url)
    player.cookie = cookie
    await player.ok('POST', '/api/account/logout')
    expect(await simple.closed).toBeUndefined()
    await back
    await post(`After ${transport}`)
    await until(() => steady.of('ReceivedGameNotice').length === 1)
    expect(simple.received).toEqual([])
  })
})

describe('the hubs', () => {
  it('disconnect former monitors and administrators, and refuse them', async () => {
    const { db, redis } = platform.stores
    for (const [role, path] of [
      ['Monitor', `monitor?game=${game.id}`],
      ['Admin', 'admin']
    ] as const) {
      const [member] = (await addUsers(db, 1, `fall${role}`, role)) as [Member]
      const cookie = await sessionOf(platform, member)
      const clients = await Promise.all(TRANSPORTS.map((transport) => join(path, { transport, cookie })))
      await db.pool.query(`UPDATE users SET role = 'User' WHERE id = $1`, [member.id])
      await invalidate(redis, `user:${member.id}`)
      await Promise.all(clients.map(({ closed }) => closed))
      expect(await turnedAway(path, { cookie })).toBe('You are not allowed to do this.')
    }
  })

  it('answer 204 to a poll after the end of its session', async () => {
    const [member] = (await addUsers(platform.stores.db, 1, `poll${randomBytes(3).toString('hex')}`)) as [
      Member
    ]
    const headers = { Cookie: await sessionOf(platform, member) }
    const hub = `${platform.url}/hub/user`
    const negotiated = await fetch(`${hub}/negotiate?game=${game.id}&negotiateVersion=1`, {
      method: 'POST',
      headers
    })
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
    const address = `${hub}?game=${game.id}&id=${connectionToken}`
    const poll = () => fetch(address, { headers })
    expect((await poll()).status).toBe(200)
    const handshake = '{"protocol":"json","version":1}\u001e'
    expect((await fetch(address, { method: 'POST', headers, body: handshake })).status).toBe(200)
    expect(await (await poll()).text()).toBe('{}\u001e')
    const player = new Client(platform.url)
    player.cookie = headers.Cookie
    await player.ok('POST', '/api/account/logout')
    // Until it is cut, the connection belongs to nobody for this caller.
    await until(async () => (await poll()).status === 204)
    expect((await poll()).status).toBe(404)
  })

  it('disconnect banned accounts', async () => {
    const [member] = (await addUsers(platform.stores.db, 1, 'banned', 'Monitor')) as [Member]
    const cookie = await sessionOf(platform, member)
    const client = await join(`monitor?game=${game.id}`, { cookie })
    await admin.ok('PUT', `/api/admin/users/${member.id}`, { role: 'Banned' })
    await client.closed
    expect(await turnedAway(`monitor?game=${game.id}`, { cookie })).toBe('You are not allowed to do this.')
  })

  it('show hidden and future games only to accounts with access', async () => {
    const hidden = await playGame(platform.stores.db, { hidden: true })
    const later = await playGame(platform.stores.db, { startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
    expect(await turnedAway(`user?game=${hidden.id}`)).toBe('Game not found.')
    expect(await turnedAway(`user?game=${later.id}`)).toBe('The game has not started yet.')
    expect(await turnedAway('user')).toBe('Name a game in the address, such as ?game=1.')
    expect(await turnedAway('user?game=x', { headers: { 'Accept-Language': 'de-DE' } })).toBe(
      'Gib in der Adresse einen Wettbewerb an, etwa ?game=1.'
    )
    await join(`monitor?game=${hidden.id}`, { cookie: cookies.Monitor })
  })

  it('need no negotiation for a WebSocket, and none by this process', async () => {
    const direct = await join(`user?game=${game.id}`, { skipNegotiation: true })
    const foreign = await join(`USER?Game=${game.id}&id=of-another-process`, { skipNegotiation: true })
    await post('Both')
    await until(() => [direct, foreign].every((client) => client.of('ReceivedGameNotice').length === 1))
  })

  it('are refused to pages of other sites', async () => {
    const headers = { Origin: 'http://evil.example' }
    const plain = { 'Content-Type': 'application/json' }
    for (const [method, path] of [
      ['POST', `/hub/user/negotiate?game=${game.id}`],
      ['GET', `/hub/user?game=${game.id}&id=x`],
      ['POST', '/hub/user?id=x']
    ] as const) {
      const answer = await new Client(platform.url, headers).call(method, path, undefined, plain)
      expect(answer).toMatchObject({
        status: 403,
        body: { title: 'This request came from another site.', status: 403 }
      })
    }
    await expect(join(`user?game=${game.id}`, { skipNegotiation: true, headers })).rejects.toThrow()
  })

  it('reply to unknown requests in JSON', async () => {
    const visitor = new Client(platform.url, { 'Accept-Language': 'de-DE' })
    const sentence = 'Diese Verbindung gibt es nicht. Bitte verbinde dich neu.'
    for (const [method, path, status, title] of [
      ['GET', '/hub', 404, 'Diesen API-Aufruf gibt es nicht.'],
      ['GET', '/hub/', 404, 'Diesen API-Aufruf gibt es nicht.'],
      ['POST', '/hub/nothing', 404, 'Diesen API-Aufruf gibt es nicht.'],
      ['POST', '/hub/user/negotiate/x', 404, 'Diesen API-Aufruf gibt es nicht.'],
      ['GET', '/hub/user', 400, sentence],
      ['GET', '/hub/user?id=nothing', 404, sentence],
      ['POST', '/hub/admin?id=nothing', 404, sentence],
      ['DELETE', '/hub/admin?id=nothing', 404, sentence],
      ['GET', '/hub/user/negotiate', 405, 'Diese Adresse nimmt diese Methode nicht an.'],
      ['PATCH', '/hub/user', 405, 'Diese Adresse nimmt diese Methode nicht an.']
    ] as const)
      expect({ path, ...(await visitor.call(method, path)) }).toMatchObject({
        path,
        status,
        body: { title, status }
      })
    const { headers } = await visitor.call('PATCH', '/hub/user')
    expect(headers.get('allow')).toBe('GET, POST, DELETE')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are reached again when scoring was killed', async () => {
    const clients = await Promise.all(
      TRANSPORTS.map((transport) =>
        join(`user?game=${game.id}`, { transport, reconnect: Array(300).fill(100) })
      )
    )
    const back = clients.map(
      ({ connection }) => new Promise<void>((resolve) => connection.onreconnected(() => resolve()))
    )
    await platform.restart('scoring')
    await Promise.all(back)
    // Nobody leads the game until the lease of the killed process has run out.
    await until(async () => {
      await post('After the restart')
      return clients.every((client) => client.of('ReceivedGameNotice').length > 0)
    })
  })

  it('close with a permission to reconnect when scoring is stopped', async () => {
    const clients = await Promise.all(
      TRANSPORTS.map((transport) => join(`user?game=${game.id}`, { transport }))
    )
    await platform.stop('scoring')
    for (const { closed } of clients) expect(await closed).toBeUndefined()
    await platform.restart('scoring')
  })
})
