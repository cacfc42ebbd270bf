import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { number, row, text, uuid } from '~/server/db'
import { createCaches } from '~/server/platform/cache'
import type { Stage } from '~/server/rehearsals'
import { createServices, type Services } from '~/server/services'
import { Client } from '~/tests/support/api/client'
import { Contract } from '~/tests/support/api/contract'
import { filled, routes } from '~/tests/support/api/routes'
import { addUsers, type Member, sessionOf } from '~/tests/support/fixtures'
import { addFullGame, type FullGame } from '~/tests/support/games/full-game'
import { Organiser } from '~/tests/support/games/organiser'
import { addEngine, addInstance } from '~/tests/support/instances/instance-rows'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { SECRET } from '~/tests/support/processes/program'
import { refreshBoard } from '~/tests/support/scoring/refresh-board'
import { watchGame } from '~/tests/support/scoring/scoring'
import { until } from '~/tests/support/until'

/** In every name and text of the rehearsal; searches ask for less of it. */
const MARK = 'zebrafish'
const ASKED = 'zebrafis'
const NOWHERE = 2_000_000_000

let platform: Platform
let services: Services
let closeCaches: () => Promise<void>
let data: string
let admin: Client
let world: FullGame
/** The same places in the copy. */
let copy: FullGame
let stage: Stage
let outsiders: Record<string, Client>
let before: Record<string, number>
let runId: string
let engine: number
/** A ready instance of its first team. */
let instance: string

const callerOf = async (member: Member): Promise<Client> => {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

/** Rows of every table, without those that tell of the past on purpose. */
async function countRows(): Promise<Record<string, number>> {
  const { pool } = platform.stores.db
  const tables = await pool.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name NOT IN ('rehearsals', 'audit_events', 'log_events') ORDER BY 1`
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const found = await row(pool, { n: number }, `SELECT count(*)::int AS n FROM "${name}"`)
    counts[name] = found!.n
  }
  return counts
}

beforeAll(async () => {
  platform = await startPlatform()
  const { db, redis, log } = platform.stores
  admin = (await Organiser.of(platform)).client
  world = await addFullGame(platform, admin, 3)
  const caches = await createCaches(redis, log)
  closeCaches = () => caches.close()
  data = mkdtempSync(join(tmpdir(), 'halyard-files-'))
  services = createServices({ db, redis, caches, env: { HALYARD_DATA: data, HALYARD_SECRET: SECRET }, log })
  const [monitor] = await addUsers(db, 1, 'watcher', 'Monitor')
  const [user] = await addUsers(db, 1, 'outside')
  outsiders = {
    visitor: new Client(platform.url),
    user: await callerOf(user!),
    player: await callerOf(world.player),
    monitor: await callerOf(monitor!),
    admin
  }
  // Warm up what counts by itself, such as visits.
  for (const client of Object.values(outsiders)) await client.call('GET', '/')
  await outsiders.player!.ok('GET', `/api/game/${world.game.id}/challenges/${world.game.challenges[0]!.id}`)
  await outsiders.player!.call('GET', `/assets/${world.file}/file.txt`)
  // Both are stored a moment later.
  for (const table of ['challenge_openings', 'challenge_downloads'])
    await until(async () => (await db.pool.query(`SELECT FROM ${table}`)).rowCount === 1)
  engine = await addEngine(db)
  before = await countRows()
  await begin()
})
afterAll(async () => {
  await closeCaches?.()
  await platform?.close()
  if (data) rmSync(data, { recursive: true, force: true })
})

/** A rehearsal in its middle: teams have joined, opened, guessed and solved. */
async function begin(): Promise<void> {
  const { db } = platform.stores
  const { pool } = db
  await admin.ok('POST', `/api/edit/games/${world.game.id}/rehearsals`, { teams: 3 })
  const claimed = await services.rehearsals.work.claim()
  runId = claimed!.run
  stage = await services.rehearsals.work.prepare(claimed!)
  const { id } = stage.game
  const answers: number[] = []
  for (const { teamId, cookie } of stage.teams) {
    const player = new Client(platform.url)
    player.cookie = cookie
    await player.ok('POST', `/api/game/${id}`, { teamId })
    const [first] = stage.game.challenges
    await player.ok('GET', `/api/game/${id}/challenges/${first!.id}`)
    const flags = await services.rehearsals.work.rightFlags(id, teamId)
    for (const flag of [`flag{${MARK}}`, flags.get(first!.id)![0]!])
      answers.push(await player.ok<number>('POST', `/api/game/${id}/challenges/${first!.id}`, { flag }))
  }
  for (const statement of [
    `UPDATE games SET title = '${MARK} game', summary = '${MARK}', content = '${MARK}' WHERE rehearsal = $1`,
    `UPDATE challenges SET title = '${MARK} ' || id, content = '${MARK}' WHERE game_id = (SELECT id FROM games WHERE rehearsal = $1)`,
    `UPDATE teams SET name = '${MARK} ' || id, bio = '${MARK}' WHERE rehearsal = $1`,
    `UPDATE users SET real_name = '${MARK}', bio = '${MARK}', user_name = '${MARK}' || substr(user_name, 1, 5),
       user_name_key = '${MARK}' || user_name_key WHERE rehearsal = $1`
  ])
    await pool.query(statement, [runId])
  await refreshBoard(platform.stores, id)
  await until(async () => (await pool.query('SELECT FROM unjudged')).rowCount === 0)
  const team = await row(
    pool,
    { participation: number, user: uuid, name: text },
    `SELECT p.id AS participation, t.captain_id AS user, t.name FROM participations p JOIN teams t ON t.id = p.team_id
     WHERE t.id = $1`,
    [stage.teams[0]!.teamId]
  )
  const player = { id: team!.user, name: MARK }
  copy = {
    ...world,
    submission: answers[1]!,
    player,
    game: {
      id,
      challenges: stage.game.challenges.map(({ id, title }) => ({ id, title, flag: '' })),
      teams: [
        {
          teamId: stage.teams[0]!.teamId,
          participationId: team!.participation,
          name: team!.name,
          members: [player]
        }
      ]
    }
  }
  instance = await addInstance(db, copy.game, { state: 'ready', engine, readyAt: -10, expiresAt: 50 })
}

const SEARCHES = [
  `/Search?q=${ASKED}`,
  `/Search/Answer?q=${ASKED}`,
  `/admin/Users?hint=${ASKED}`,
  `/admin/Teams?hint=${ASKED}`,
  `/admin/games?hint=${ASKED}`,
  `/admin/Logs/Audit?actor=${ASKED}`,
  `/admin/Logs/Audit?target=${ASKED}`,
  `/admin/Instances?search=${ASKED}&tab=ended`,
  `/api/admin/users?hint=${ASKED}`,
  `/api/admin/teams?hint=${ASKED}`
]

describe('a rehearsal', { timeout: 300_000 }, () => {
  it('is seen through no page, call or search by anybody, by its ids or without', async () => {
    const seen: string[] = []
    const ofInstance = [
      `/api/admin/instances/${instance}`,
      `/admin/Instances?id=${instance}`,
      `/admin/Instances?tab=running`
    ]
    const all = [...(await routes(outsiders.visitor!)), ...SEARCHES, ...ofInstance]
    for (const [name, client] of Object.entries(outsiders))
      for (const route of all)
        for (const place of [copy, world]) {
          const { status, body } = await client.call('GET', filled(route, place))
          const told = typeof body === 'string' ? body : JSON.stringify(body)
          if (told.toLowerCase().includes(MARK)) seen.push(`${name} ${route} ${status}`)
        }
    expect(seen).toEqual([])
    // The mark is there for those who play, so the search above could have found it.
    const player = new Client(platform.url)
    player.cookie = stage.teams[0]!.cookie
    expect(JSON.stringify(await player.ok('GET', `/api/game/${copy.game.id}/scoreboard`))).toContain(MARK)
  })

  it('takes no change through any endpoint: each replies as for what does not exist', async () => {
    const { operations } = await Contract.of(outsiders.visitor!)
    const changing = operations.filter(({ method, path }) => method !== 'GET' && path.includes('{'))
    const nowhere: FullGame = {
      ...copy,
      submission: NOWHERE,
      player: { id: '00000000-0000-4000-8000-000000000000', name: '' },
      game: {
        id: NOWHERE,
        challenges: [{ id: NOWHERE, title: '', flag: '' }],
        teams: [{ ...copy.game.teams[0]!, teamId: NOWHERE, participationId: NOWHERE }]
      }
    }
    const { pool } = platform.stores.db
    const print = () =>
      pool.query(
        `SELECT (SELECT json_agg(g) FROM games g WHERE rehearsal = $1) AS games, (SELECT json_agg(t ORDER BY id) FROM teams t
           WHERE rehearsal = $1) AS teams, (SELECT json_agg(to_jsonb(u) - 'last_visited_at' - 'ip' ORDER BY id) FROM users u WHERE rehearsal = $1) AS users,
         (SELECT json_agg(p ORDER BY id) FROM participations p WHERE game_id = $2) AS parts,
         (SELECT json_agg(c ORDER BY id) FROM challenges c WHERE game_id = $2) AS challenges,
         (SELECT count(*) FROM submissions WHERE game_id = $2) AS flags`,
        [runId, copy.game.id]
      )
    const held = (await print()).rows
    const different: string[] = []
    for (const name of ['player', 'monitor', 'admin'])
      for (const { method, path } of changing) {
        const route = path.replace(/{(\w+)}/g, ':$1')
        const [inside, outside] = [filled(route, copy), filled(route, nowhere)]
        // It names nothing of the rehearsal.
        if (inside === outside) continue
        const client = outsiders[name]!
        const there = await client.call(method, inside, {})
        const missing = await client.call(method, outside, {})
        if (there.status !== missing.status)
          different.push(`${name} ${method} ${path} ${there.status} ${missing.status}`)
      }
    expect(different).toEqual([])
    expect((await print()).rows).toEqual(held)
  })

  it('lets no socket of others in, staff neither', async () => {
    for (const client of [undefined, outsiders.user!.cookie, outsiders.monitor!.cookie, admin.cookie])
      await expect(
        watchGame(platform.url, { game: copy.game.id }, client ? { cookie: client } : {})
      ).rejects.toThrow('game.not_found')
  })

  it('shows its players nothing but itself', async () => {
    const player = new Client(platform.url)
    player.cookie = stage.teams[0]!.cookie
    expect((await player.call('GET', `/api/game/${world.game.id}`)).status).toBe(404)
    expect((await player.call('GET', `/games/${world.game.id}`)).status).toBe(404)
    expect((await player.call('GET', `/api/game/${copy.game.id}`)).status).toBe(200)
  })

  it('gives no account that logs in with a password, and cannot be joined by people', async () => {
    const { pool } = platform.stores.db
    const { rows } = await pool.query('SELECT user_name AS name, email FROM users WHERE rehearsal = $1', [
      runId
    ])
    const visitor = new Client(platform.url)
    for (const password of ['!', '', ' ', 'rehearsal'])
      for (const userName of [rows[0].name, rows[0].email]) {
        const { status } = await visitor.call('POST', '/api/account/login', { userName, password })
        expect(status).toBeGreaterThanOrEqual(400)
      }
    const { body } = await outsiders.user!.call('POST', '/api/team', { name: 'Curious' })
    const joined = await outsiders.user!.call('POST', `/api/game/${copy.game.id}`, {
      teamId: (body as { id: number }).id
    })
    expect(joined.status).toBe(404)
    await pool.query("DELETE FROM teams WHERE name = 'Curious'")
  })

  it('writes nothing about its accounts into audit and log', async () => {
    const { pool } = platform.stores.db
    const audits = await pool.query(
      `SELECT action, target FROM audit_events WHERE actor_id IN (SELECT id FROM users WHERE rehearsal = $1)
         OR target = 'game:' || $2`,
      [runId, copy.game.id]
    )
    expect(audits.rows).toEqual([])
    const logs = await pool.query(
      `SELECT event FROM log_events WHERE user_id IN (SELECT id FROM users WHERE rehearsal = $1)
         OR details->>'game' = $2::text`,
      [runId, String(copy.game.id)]
    )
    expect(logs.rows).toEqual([])
  })

  it('stays while it is played, and leaves no row when it is over', async () => {
    const { work } = services.rehearsals
    const { pool } = platform.stores.db
    // The tests before may have taken longer than a lease.
    await pool.query("UPDATE rehearsals SET lease_until = now() + interval '1 minute' WHERE run = $1", [
      runId
    ])
    expect(await work.removeLeft()).toBe(0)
    expect((await pool.query('SELECT FROM games WHERE rehearsal = $1', [runId])).rowCount).toBe(1)
    await admin.ok('DELETE', `/api/edit/games/${world.game.id}/rehearsals`)
    await pool.query('UPDATE rehearsals SET lease_until = now() WHERE run = $1', [runId])
    // Nobody holds it any more: the next look ends it, as a stop was asked for.
    expect(await work.claim()).toBeNull()
    // Its instance is still on the engine, and would be left there without a row.
    expect(await work.removeLeft()).toBe(1)
    expect((await pool.query('SELECT desired FROM instances WHERE id = $1', [instance])).rows).toEqual([
      { desired: 'down' }
    ])
    await pool.query("UPDATE instances SET state = 'ended', ended_at = now() WHERE id = $1", [instance])
    expect(await work.removeLeft()).toBe(0)
    expect(await countRows()).toEqual(before)
    const [view] = await admin.ok<{ state: string }[]>('GET', `/api/edit/games/${world.game.id}/rehearsals`)
    expect(view!.state).toBe('stopped')
    for (const { cookie } of stage.teams) {
      const player = new Client(platform.url)
      player.cookie = cookie
      await until(async () => (await player.call('GET', '/api/account/profile')).status === 401)
    }
  })
})
