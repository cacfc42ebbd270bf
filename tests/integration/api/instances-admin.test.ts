import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { addUsers, type PlayedGame, playGame, sessionOf } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let admin: Client
let monitor: Client
let game: PlayedGame
let engine: number

beforeAll(async () => {
  platform = await startPlatform()
  const { db } = platform.stores
  admin = new Client(platform.url)
  await admin.login(ADMIN.userName, ADMIN.password)
  const [member] = await addUsers(db, 1, 'watcher', 'Monitor')
  monitor = new Client(platform.url)
  monitor.cookie = await sessionOf(platform, member!)
  game = await playGame(db, { teams: 4, challenges: 3 })
  engine = await addEngine(db)
})
afterAll(() => platform?.close())

const READY = { state: 'ready', readyAt: -20, expiresAt: 40 } as const
const add = (plan: Parameters<typeof addInstance>[2]) => addInstance(platform.stores.db, game, plan)
const codeOf = async (method: string, path: string, client = admin, body?: unknown) => {
  const answer = await client.call<{ status: number; title: string }>(method, path, body)
  return [answer.status, answer.body.status]
}
const rowOf = async (id: string) => {
  const { rows } = await platform.stores.db.pool.query(
    'SELECT state, desired, reason, extensions, expires_at AS "expiresAt" FROM instances WHERE id = $1',
    [id]
  )
  return rows[0] as { desired: string; reason: string | null; extensions: number; expiresAt: Date }
}

describe('the list of the contract', () => {
  it('has what is on an engine for teams, oldest first, and nothing else', async () => {
    const later = await add({
      ...READY,
      team: 0,
      engine,
      more: { started_at: new Date(Date.now() - 60_000) }
    })
    const first = await add({ ...READY, team: 1, engine })
    await add({ ...READY, team: null, engine })
    await add({ state: 'queued', team: 2 })
    await add({ state: 'ended', team: 3, endedAt: -1 })
    const body = await admin.ok<{ data: Record<string, unknown>[]; length: number; total: number }>(
      'GET',
      '/api/admin/instances'
    )
    expect([body.length, body.total]).toEqual([2, 2])
    expect(body.data.map(({ containerGuid }) => containerGuid)).toEqual([first, later])
    expect(body.data[0]).toMatchObject({
      team: { id: game.teams[1]!.teamId, name: game.teams[1]!.name, avatar: null },
      challenge: { id: game.challenges[0]!.id, title: game.challenges[0]!.title },
      image: 'harbour/tide:1',
      ip: '198.51.100.7',
      port: 20417
    })
  })
})

describe('callers who are no administrators', () => {
  it('are refused by every call, before anything is read', async () => {
    const id = await add({ ...READY, team: 0, challenge: 1, engine })
    const calls: [string, string][] = [
      ['GET', '/api/admin/instances'],
      ['GET', `/api/admin/instances/${id}`],
      ['GET', `/api/admin/instances/${id}/logs`],
      ['GET', `/api/admin/instances/usage?ids=${id}`],
      ['POST', `/api/admin/instances/${id}/extend`],
      ['DELETE', `/api/admin/instances/${id}`],
      ['GET', '/api/admin/engines'],
      ['POST', '/api/admin/engines'],
      ['PUT', `/api/admin/engines/${engine}`],
      ['DELETE', `/api/admin/engines/${engine}`],
      ['POST', `/api/admin/engines/${engine}/selftest`],
      ['POST', `/api/admin/engines/${engine}/drain`]
    ]
    for (const [method, path] of calls) {
      expect([path, await codeOf(method, path, new Client(platform.url))]).toEqual([path, [401, 401]])
      expect([path, await codeOf(method, path, monitor)]).toEqual([path, [403, 403]])
    }
    expect(await rowOf(id)).toMatchObject({ desired: 'up', extensions: 0 })
  })
})

describe('one instance', () => {
  it('has all facts, with its events and times of the wire', async () => {
    const id = await add({ ...READY, team: 1, challenge: 1, engine })
    const details = await admin.ok<Record<string, unknown> & { events: { event: string }[] }>(
      'GET',
      `/api/admin/instances/${id.toUpperCase()}`
    )
    expect(details).toMatchObject({ id, state: 'ready', ending: false, spec: { egress: 'none', pids: 256 } })
    expect(details.events.map(({ event }) => event)).toEqual(['ready', 'queued'])
    expect(details.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  })

  it('is missing under a wrong or malformed id', async () => {
    for (const id of [randomUUID(), '7', 'usages', '%00'])
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/logs']
      ] as const)
        expect([id, method, await codeOf(method, `/api/admin/instances/${id}${rest}`)]).toEqual([
          id,
          method,
          [404, 404]
        ])
    const gone = `/api/admin/instances/${randomUUID()}/extend`
    expect(await codeOf('POST', gone, admin, { minutes: 5 })).toEqual([404, 404])
  })

  it('ends once, for the reason that an administrator gave', async () => {
    const id = await add({ ...READY, team: 2, challenge: 1, engine })
    const stopped = admin.call('DELETE', `/api/admin/instances/${id}`)
    await expect.poll(() => rowOf(id)).toMatchObject({ desired: 'down', reason: 'admin' })
    // As the workers do when the engine has removed it.
    await platform.stores.db.pool.query(
      `UPDATE instances SET state = 'ended', ended_at = now() WHERE id = $1`,
      [id]
    )
    const answer = await stopped
    expect([answer.status, answer.body]).toEqual([200, ''])
    expect(await codeOf('DELETE', `/api/admin/instances/${id}`)).toEqual([404, 404])
    const { rows } = await platform.stores.db.pool.query(
      `SELECT count(*)::int AS n FROM game_events WHERE game_id = $1 AND type = 'ContainerDestroy'`,
      [game.id]
    )
    expect(rows[0]).toEqual({ n: 1 })
  })

  it('shows when the engine does not remove it', async () => {
    const id = await add({ state: 'stuck', team: 3, challenge: 1, engine })
    expect(await codeOf('DELETE', `/api/admin/instances/${id}`)).toEqual([400, 400])
  })

  it('is extended by the requested time, if it is ready', async () => {
    const id = await add({ ...READY, team: 2, challenge: 2, engine })
    const before = (await rowOf(id)).expiresAt.getTime()
    const details = await admin.ok<{ expiresAt: string; extensions: number }>(
      'POST',
      `/api/admin/instances/${id}/extend`,
      { minutes: 30 }
    )
    expect(Date.parse(details.expiresAt) - before).toBe(30 * MINUTE_MS)
    expect(details.extensions).toBe(1)
    for (const minutes of [0, -5, 1441, 'x'])
      expect([
        minutes,
        await codeOf('POST', `/api/admin/instances/${id}/extend`, admin, { minutes })
      ]).toEqual([minutes, [400, 400]])
    const waiting = await add({ state: 'queued', team: 3, challenge: 2 })
    const path = `/api/admin/instances/${waiting}/extend`
    expect(await codeOf('POST', path, admin, { minutes: 30 })).toEqual([404, 404])
  })
})

describe('the log of an instance', () => {
  it('is the last output of an ended one, and nothing later', async () => {
    const more = { last_log: 'listening\nsegfault' }
    const id = await add({ state: 'ended', team: 0, endedAt: -1, more })
    const lines = await admin.ok<{ at: number; text: string }[]>('GET', `/api/admin/instances/${id}/logs`)
    expect(lines.map(({ text }) => text)).toEqual(['listening', 'segfault'])
    const since = `/api/admin/instances/${id}/logs?since=${lines[1]!.at}`
    expect(await admin.ok('GET', since)).toEqual([])
    expect(await codeOf('GET', `/api/admin/instances/${id}/logs?since=yesterday`)).toEqual([400, 400])
  })

  it('is unavailable without a running worker', async () => {
    const id = await add({ ...READY, team: 3, engine })
    const answer = await admin.call('GET', `/api/admin/instances/usage?ids=${id}`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('is read for a limited number of instances, by their ids', async () => {
    expect(await admin.ok('GET', '/api/admin/instances/usage')).toEqual([])
    const many = Array.from({ length: 61 }, () => randomUUID()).join()
    for (const ids of ['7', many])
      expect(await codeOf('GET', `/api/admin/instances/usage?ids=${ids}`)).toEqual([400, 400])
  })
})

it('an engine with a wrong address is refused, and one that is right is added, changed and removed', async () => {
  const call = (method: string, path: string, body?: unknown) =>
    codeOf(method, `/api/admin/engines${path}`, admin, body)
  for (const address of ['nothing', 'tcp://', 'tcp://10.0.0.3:99999', 'ssh://engine', 7])
    expect([address, await call('POST', '', { address })]).toEqual([address, [400, 400]])
  const { id } = await admin.ok<{ id: number }>('POST', '/api/admin/engines', {
    address: 'unix:///run/a.sock'
  })
  const changed = await admin.ok('PUT', `/api/admin/engines/${id}`, {
    address: 'unix:///run/b.sock',
    cpu: 15
  })
  expect(changed).toMatchObject({ id, address: 'unix:///run/b.sock', managed: true, most: { cpu: 15 } })
  expect(await call('DELETE', `/${id}?lost=maybe`)).toEqual([400, 400])
  await admin.ok('DELETE', `/api/admin/engines/${id}`)
  expect(await call('DELETE', `/${id}`)).toEqual([404, 404])
})

it('engines are drained, resumed and tested', async () => {
  type Engine = { id: number; draining: boolean; testing: boolean; capacity: { places: number } }
  const one = async () =>
    (await admin.ok<Engine[]>('GET', '/api/admin/engines')).find(({ id }) => id === engine)
  expect(await one()).toMatchObject({ draining: false, testing: false, capacity: { places: 250 } })
  await admin.ok('POST', `/api/admin/engines/${engine}/drain`, {})
  expect(await one()).toMatchObject({ draining: true })
  await admin.ok('POST', `/api/admin/engines/${engine}/drain`, { draining: false })
  await admin.ok('POST', `/api/admin/engines/${engine}/selftest`)
  expect(await one()).toMatchObject({ draining: false, testing: true })
  for (const act of ['drain', 'selftest'])
    expect(await codeOf('POST', `/api/admin/engines/999999/${act}`, admin, {})).toEqual([404, 404])
  expect(await codeOf('POST', `/api/admin/engines/${engine}/drain`, admin, { draining: 'no' })).toEqual([
    400, 400
  ])
})
