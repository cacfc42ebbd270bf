import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdminHandshake, LogNews } from '~/scoring/gateway/contract'
import type { Ctx } from '~/server/access/contract'
import { challengeInput } from '~/server/challenges/contract'
import { createDatabase, type Database } from '~/server/db'
import { createLogs, createLogWriter, type LogWriter } from '~/server/logs'
import { logMessage } from '~/server/logs/contract'
import { createLog } from '~/server/platform/log'
import { type Domain, openDomain, refused } from '../../support/domain'
import { addUsers, type Member } from '../../support/fixtures'
import { type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { invalidate } from '../../support/stores/invalidate'
import { type BreakableStore, breakable } from '../../support/stores/outage'
import { until } from '../../support/until'

let domain: Domain
let scoring: RunningScoring
let postgres: BreakableStore
let writer: LogWriter
let ofWriter: Database
let admin: Member
const open: Socket[] = []

beforeAll(async () => {
  domain = await openDomain()
  scoring = await runScoring(domain.stores)
  postgres = await breakable(domain.stores.databaseUrl)
  ofWriter = createDatabase(postgres.url, { max: 1 })
  writer = createLogWriter(ofWriter, 'web')
  admin = (await domain.users(1, 'Admin'))[0]!
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close()
  await domain.stores.db.pool.query('DELETE FROM log_events')
})
afterAll(async () => {
  await writer?.close()
  await scoring?.close()
  await postgres?.close()
  await domain?.close()
})

const log = () => createLog('web', 'silent', writer.write)
const everything = { level: null, search: '', events: [] }
const list = (filter = {}, page = { count: 1000, skip: 0 }) =>
  domain.services.logs.list(domain.admin, { ...everything, ...filter }, page)
const stored = async () =>
  (await domain.stores.db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM log_events')).rows[0]!.n
const names = async (filter = {}, page?: { count: number; skip: number }) =>
  (await list(filter, page)).map(({ event }) => event)

describe('reading', () => {
  it('only administrators may read logs', async () => {
    const { logs } = domain.services
    const page = { count: 1, skip: 0 }
    const audit = { actor: '', action: '', target: '' }
    const [user] = await domain.users(1)
    const monitor = domain.as(user!, { role: 'Monitor' })
    for (const [ctx, code] of [
      [domain.as(null), 'auth.login_required'],
      [domain.as(user!), 'auth.forbidden'],
      [monitor, 'auth.forbidden']
    ] as const) {
      await refused(logs.list(ctx, everything, page), code)
      await refused(logs.page(ctx, everything, page), code)
      await refused(logs.audits(ctx, audit, page), code)
      await refused(logs.auditActions(ctx), code)
    }
  })

  it('returns the newest first, by level, by text and in parts', async () => {
    const told = log()
    for (let at = 0; at < 5; at++) told.info({ team: at, user: admin.id, ip: '192.0.2.9' }, `event_${at}`)
    told.warn('odd')
    told.error({ err: new Error('broken 100% of_it') }, 'broke')
    await until(async () => (await stored()) === 7)
    const newest = ['broke', 'odd', 'event_4', 'event_3', 'event_2', 'event_1', 'event_0']
    expect((await names()).toSorted()).toEqual(newest.toSorted())
    const times = (await list()).map(({ time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
    expect(await names({ level: 'Error' })).toEqual(['broke'])
    expect(await names({ search: '100% OF_' })).toEqual(['broke'])
    expect(await names({ search: '00_' })).toEqual([])
    expect(await names({ search: admin.name })).toHaveLength(5)
    expect(await names({ search: 'words of a language', events: ['odd'] })).toEqual(['odd'])
    const parts = [...(await names({}, { count: 3, skip: 0 })), ...(await names({}, { count: 9, skip: 3 }))]
    expect(parts).toEqual(await names())
    expect((await list({ search: 'event_4' }))[0]).toMatchObject({
      name: admin.name,
      ip: '192.0.2.9',
      process: 'web'
    })
    expect((await list({ level: 'Warning' }))[0]).toMatchObject({ name: 'System', ip: '' })
  })
})

describe('writing', () => {
  it('waits while Postgres is away, loses nothing within its limit, and reports the rest', async () => {
    const told = log()
    told.info('before')
    await until(async () => (await stored()) === 1)
    // Waits until the connection knows of its commit; cut before, it would store the lines again.
    await ofWriter.pool.query('SELECT')
    const tried = postgres.hangUp()
    for (let at = 0; at < 6000; at++) told.info({ at }, 'meanwhile')
    await until(() => tried() > 0)
    await postgres.mend()
    await until(async () => (await stored()) === 5002)
    const [loss] = await list({ search: 'log_events_dropped' })
    expect(loss).toMatchObject({ level: 'Warning', details: { count: 1000 } })
    const kept = await domain.stores.db.pool.query<{ at: number }>(
      `SELECT (details->>'at')::int AS at FROM log_events WHERE event = 'meanwhile' ORDER BY id`
    )
    expect(kept.rows.map(({ at }) => at)).toEqual(Array.from({ length: 5000 }, (_, at) => at))
  })

  it('stores no secrets, whatever the services did', async () => {
    const { db } = domain.stores
    const told = log()
    const token = 'Zm9yZ290dGVu'
    const flag = 'flag{w3_never_tell}'
    told.info({ flag, password: 'hunter2!', token, inner: { cookie: token, email: 'a@b.org' } }, 'odd')
    const failure = await db.pool.query('SELECT $1::int', [flag]).catch((error: Error) => error)
    told.error({ err: failure, sql: `SELECT '${flag}'` }, 'request_failed')
    await until(async () => (await stored()) === 2)
    const { rows } = await db.pool.query<{ text: string }>('SELECT l::text AS text FROM log_events l')
    const text = rows.map((row) => row.text).join('\n')
    for (const secret of ['w3_never_tell', 'hunter2!', token, 'a@b.org'])
      expect([secret, text.includes(secret)]).toEqual([secret, false])
  })
})

it('old rows are deleted, and the oldest of too many', async () => {
  const { db } = domain.stores
  await db.pool.query(
    `INSERT INTO log_events (at, level, process, status, event, details)
     SELECT now() - make_interval(days => n), 'Information', 'web', '', 'day_' || n, '{}' FROM generate_series(0, 39) n`
  )
  const logs = createLogs({ db, days: 30, rows: 10 })
  expect(await logs.purge(new Date())).toBe(30)
  expect(await names()).toEqual(Array.from({ length: 10 }, (_, day) => `day_${day}`))
  expect(await logs.purge(new Date())).toBe(0)
})

it('the audit shows who did what, with the values before and after', async () => {
  const { services } = domain
  const id = await domain.game({ title: 'Regatta 7' })
  const page = { count: 10, skip: 0 }
  const found = async (filter: object) =>
    (await services.logs.audits(domain.admin, { actor: '', action: '', target: '', ...filter }, page)).data
  const [entry] = await found({ action: 'game_created', target: `game:${id}` })
  expect(entry).toMatchObject({
    actor: { id: domain.admin.actor!.id },
    target: { kind: 'game', id: String(id), name: 'Regatta 7', game: id },
    ip: '192.0.2.1'
  })
  expect(await found({ target: 'gatta 7' })).toEqual(await found({ target: `game:${id}` }))
  expect(await found({ actor: 'nobody of this name' })).toEqual([])
  expect(await found({ target: '%' })).toEqual([])
  expect(await services.logs.auditActions(domain.admin)).toContain('game_created')
  await services.games.remove(domain.admin, id)
  expect((await found({ target: `game:${id}` }))[0]!.target).toMatchObject({
    name: 'Regatta 7',
    game: null
  })
})

it('a service token is named with who made it, and a deleted challenge by its title', async () => {
  const { services, stores } = domain
  const gameId = await domain.game()
  const id = randomUUID()
  await stores.db.pool.query(
    `INSERT INTO api_tokens (id, name, token_hash, hint, scopes, expires_at, made_by)
     VALUES ($1, 'cli', $2, 'abcd', '{edit,admin}', now() + interval '1 day', $3)`,
    [id, id.replaceAll('-', '').repeat(2), domain.admin.actor!.id]
  )
  const token = { id, name: 'cli', scopes: ['edit', 'admin'] as const, gameId: null, service: true }
  const actor = { id, userName: 'cli', role: 'Admin' as const, sessionId: `token:${id}`, avatar: null, token }
  const program: Ctx = { ...domain.admin, actor }
  const challenge = await services.challenges.create(
    program,
    gameId,
    challengeInput.parse({ title: 'Anchor' })
  )
  await services.challenges.remove(program, gameId, challenge.id)
  const filter = { actor: '', action: '', target: `challenge:${challenge.id}` }
  const { data } = await services.logs.audits(domain.admin, filter, { count: 10, skip: 0 })
  expect(data.length).toBeGreaterThan(1)
  for (const entry of data)
    expect(entry).toMatchObject({
      ...{ actor: null, token: 'cli', maker: domain.admin.actor!.userName },
      target: { name: 'Anchor', game: null }
    })

  log().info({ user: null, program: id, ip: '192.0.2.1', game: gameId }, 'game_imported')
  await expect.poll(async () => (await list()).map(({ name }) => name)).toEqual(['Token cli'])
})

describe('live', () => {
  const signIn = async (member: Member) => {
    const ctx = { now: new Date(), ip: '127.0.0.1', userAgent: null } as Ctx
    return (await scoring.services.accounts.sessions.start(member.id, ctx)).cookie.split(';')[0]!
  }
  const watch = async (
    who: Member | null,
    auth: AdminHandshake = {},
    headers: Record<string, string> = {}
  ) => {
    const socket = io(`${scoring.url}/admin`, {
      auth,
      transports: ['websocket'],
      extraHeaders: who ? { ...headers, cookie: await signIn(who) } : headers,
      forceNew: true,
      reconnection: false
    })
    open.push(socket)
    const news: LogNews[] = []
    return new Promise<{ socket: Socket; news: LogNews[]; events(): string[] }>((resolve, reject) => {
      socket.on('logs', (message: LogNews) => {
        news.push(message)
        resolve({
          socket,
          news,
          events: () => news.flatMap(({ events }) => events.map(({ event }) => event))
        })
      })
      socket.on('connect_error', reject)
    })
  }

  it('admits administrators alone, and disconnects former ones', async () => {
    const [monitor] = await addUsers(domain.stores.db, 1, 'staff', 'Monitor')
    for (const who of [null, monitor!]) await expect(watch(who)).rejects.toThrow('auth.forbidden')
    const [fleeting] = await domain.users(1, 'Admin')
    const demoted = await watch(fleeting!)
    const staying = await watch(admin)
    await domain.stores.db.pool.query(`UPDATE users SET role = 'Monitor' WHERE id = $1`, [fleeting!.id])
    await invalidate(domain.stores.redis, `user:${fleeting!.id}`)
    await until(() => demoted.socket.disconnected)
    log().info('after')
    await until(() => staying.events().includes('after'))
    expect(demoted.events()).toEqual([])
  })

  it('comes row by row, by the name of the contract and as text, to clients without auth', async () => {
    const { socket } = await watch(admin, {}, { 'accept-language': 'de-DE' })
    const other = await watch(admin, { after: 0 })
    const received: [string, unknown][] = []
    const strange: string[] = []
    socket.onAny((name: string, message: unknown) => received.push([name, message]))
    other.socket.onAny((name: string) => strange.push(name))
    log().warn({ team: 12, requestId: 'r-1' }, 'team_deleted')
    log().info('never_heard_of')
    await until(() => received.filter(([name]) => name === 'ReceivedLog').length === 2)
    const told = received.filter(([name]) => name === 'ReceivedLog').map(([, message]) => message)
    expect(told).toMatchObject([
      { msg: 'Team gelöscht (team: 12)', level: 'Warning', name: 'System', ip: '', status: '' },
      { msg: 'never_heard_of', level: 'Information' }
    ])
    expect(told.map((one) => logMessage.parse(one))).toEqual(told)
    await until(() => other.events().includes('never_heard_of'))
    expect(new Set(strange)).toEqual(new Set(['logs']))
  })

  it('sends everything once, also after a reconnection', async () => {
    const constant = await watch(admin)
    const after = constant.news[0]!.head
    const told = log()
    for (let at = 0; at < 300; at++) told.info(`event_${at}`)
    await until(() => constant.events().length === 300)
    const late = await watch(admin, { after })
    await until(() => late.events().length === 300)
    told.info('last')
    await until(() => late.events().length === 301 && constant.events().length === 301)
    expect(late.events()).toEqual(constant.events())
    expect(new Set(constant.events()).size).toBe(301)
  })
})
