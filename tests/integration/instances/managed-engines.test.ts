import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type EngineInput, engineInput } from '~/server/engines/input'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { type Certificates, openCertificates } from '../../support/instances/certificates'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

let domain: Domain
let game: PlayedGame
let certificates: Certificates
beforeAll(async () => {
  certificates = openCertificates()
  await certificates.make('a', ['a.example'])
  await certificates.make('b', ['b.example'])
})
afterAll(() => certificates?.close())
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db, { challenges: 3 })
})
afterEach(() => domain?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows
const pem = (name: string, part: 'cert' | 'key') => readFileSync(certificates.path(name, part), 'utf8')
const keysOf = (name: string, key = name) => ({
  ca: pem(name, 'cert'),
  cert: pem(name, 'cert'),
  key: pem(key, 'key')
})
const input = (more: object = {}): EngineInput =>
  engineInput.parse({ address: 'tcp://10.0.0.3:2376', keys: keysOf('a'), ...more })
const add = (more: object = {}) => domain.services.engines.add(domain.admin, input(more))
const rowOf = async (id: number) => (await query('SELECT * FROM engines WHERE id = $1', [id]))[0]

it('stores keys sealed, tells them to nobody, and gives them to whoever serves the engine', async () => {
  const { engines } = domain.services
  const id = await add()
  const { keys, state, guard } = await rowOf(id)
  expect([keys.startsWith('v1:'), keys.includes('BEGIN'), state, guard]).toEqual([
    true,
    false,
    'down',
    'unknown'
  ])
  const seen = JSON.stringify([await engines.list(domain.admin), await query('SELECT * FROM audit_events')])
  expect(seen).not.toContain('BEGIN')
  expect(await engines.one(domain.admin, id)).toMatchObject({ managed: true, hasKeys: true })
  expect(await engines.work.keys(id)).toMatchObject({ key: pem('a', 'key').trim() })
  // Without new ones the stored are kept; a socket needs none.
  await engines.update(domain.admin, id, input({ keys: null, places: 3 }))
  expect(await engines.work.keys(id)).toMatchObject({ cert: pem('a', 'cert').trim() })
  await engines.update(domain.admin, id, input({ keys: null, address: 'unix:///run/podman/podman.sock' }))
  expect(await engines.work.keys(id)).toBeNull()
})

it('opens keys of one engine for no other', async () => {
  const id = await add()
  const other = await add({ address: 'tcp://10.0.0.4' })
  await query('UPDATE engines SET keys = (SELECT keys FROM engines WHERE id = $1) WHERE id = $2', [id, other])
  await expect(domain.services.engines.work.keys(other)).rejects.toThrow()
})

it('refuses certificates that are none, and a key of another certificate', () => {
  const faults = (keys: object) =>
    engineInput.safeParse({ address: 'tcp://10.0.0.3', keys }).error?.issues.map(({ path }) => path.join('.'))
  expect(faults({ ...keysOf('a'), ca: 'nothing' })).toEqual(['keys.ca'])
  expect(faults(keysOf('a', 'b'))).toEqual(['keys.key'])
  expect(faults({ ...keysOf('a'), key: pem('a', 'cert') })).toEqual(['keys.key'])
})

it('refuses an engine in the network without keys, and an address that is there, also at the same moment', async () => {
  await refused(add({ keys: null }), 'engine.keys_required')
  const both = await Promise.allSettled([add(), add()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await refused(add(), 'engine.exists')
  expect(await query('SELECT FROM engines')).toHaveLength(1)
})

it('has at most 32 engines', async () => {
  for (let n = 0; n < 31; n++) await add({ address: `tcp://10.0.1.${n}` })
  await add()
  await refused(add({ address: 'tcp://10.0.2.1' }), 'engine.limit')
})

it('knows nothing of a new address, and lets none change while something is there', async () => {
  const { engines } = domain.services
  const id = await add()
  await query(
    `UPDATE engines SET state = 'up', guard = 'guarded', accepted_at = now(), memory_mb = 900 WHERE id = $1`,
    [id]
  )
  await query(`UPDATE images SET state = 'ready', digest = 'sha256:1' WHERE engine_id = $1`, [id])
  const instance = await addInstance(domain.stores.db, game, {
    state: 'ready',
    engine: id,
    readyAt: -1,
    expiresAt: 9
  })
  await refused(engines.update(domain.admin, id, input({ address: 'tcp://10.0.0.9' })), 'engine.in_use', 409)
  // What is not its address can change.
  await engines.update(domain.admin, id, input({ entry: 'play.example' }))
  expect(await rowOf(id)).toMatchObject({ state: 'up', guard: 'guarded', entry: 'play.example', revision: 2 })
  await query(`UPDATE instances SET state = 'ended' WHERE id = $1`, [instance])
  await engines.update(domain.admin, id, input({ address: 'tcp://10.0.0.9' }))
  expect(await rowOf(id)).toMatchObject({ state: 'down', guard: 'unknown', accepted_at: null, revision: 3 })
  expect(await query(`SELECT FROM images WHERE state = 'ready'`)).toEqual([])
})

it('removes one that is up only when it holds nothing; a race with a start has one winner', async () => {
  const { engines, instances } = domain.services
  const id = await add()
  const up = { state: 'up', guard: 'guarded', memory_mb: 9000, cpu: 90, places: 9 }
  const columns = Object.keys(up).map((name, at) => `${name} = $${at + 2}`)
  await query(`UPDATE engines SET seen_at = now(), ${columns} WHERE id = $1`, [id, ...Object.values(up)])
  await query(
    `INSERT INTO images (engine_id, reference, state, digest) VALUES ($1, 'harbour/tide:1', 'ready', 'sha256:1')
     ON CONFLICT (engine_id, reference) DO UPDATE SET state = 'ready', digest = 'sha256:1'`,
    [id]
  )
  const queued = await addInstance(domain.stores.db, game, { state: 'queued', more: { next_at: new Date() } })
  const range = { pool: '10.9.0.0/20', ports: [40_000, 40_200] as [number, number] }
  const claim = { engineId: id, owner: 'worker', slots: 4, leaseSeconds: 15, ...range }
  const [claimed, removed] = await Promise.allSettled([
    instances.work.claimStarts(claim),
    engines.remove(domain.admin, id, false)
  ])
  const [{ state }] = await query('SELECT state FROM instances WHERE id = $1', [queued])
  const started = claimed.status === 'fulfilled' && claimed.value.length === 1
  expect([started, state, removed.status]).toEqual(
    started ? [true, 'starting', 'rejected'] : [false, 'queued', 'fulfilled']
  )
  if (started) await refused(engines.remove(domain.admin, id, true), 'engine.in_use', 409)
})

it('gives up what a lost engine holds, in every state, and its teams may start again', async () => {
  const { engines } = domain.services
  const id = await add()
  const states = ['starting', 'ready', 'unhealthy', 'stopping', 'stuck'] as const
  const ids: string[] = []
  for (const [at, state] of states.entries())
    ids.push(
      await addInstance(domain.stores.db, game, {
        state,
        engine: id,
        team: at % 2,
        challenge: at >> 1,
        readyAt: -1,
        expiresAt: 9,
        more:
          state === 'stopping' || state === 'stuck'
            ? { desired: 'down', reason: 'player' }
            : { desired: 'up' }
      })
    )
  await refused(engines.remove(domain.admin, id, false), 'engine.in_use', 409)
  await engines.remove(domain.admin, id, true)
  expect(await query('SELECT DISTINCT state, desired FROM instances')).toEqual([
    { state: 'ended', desired: 'down' }
  ])
  const reasons = await query('SELECT reason FROM instances WHERE id = ANY($1) ORDER BY reason', [ids])
  expect(reasons.map(({ reason }) => reason)).toEqual(['lost', 'lost', 'lost', 'player', 'player'])
  const [{ n }] = await query(
    `SELECT count(*)::int AS n FROM game_events WHERE game_id = $1 AND type = 'ContainerDestroy'`,
    [game.id]
  )
  expect(n).toBe(3)
  expect(await rowOf(id)).toBeUndefined()
})

it('leaves an engine of the environment to its process while that is there', async () => {
  const { engines } = domain.services
  const id = await addEngine(domain.stores.db, { address: 'unix:///run/own.sock', state: 'up' })
  await refused(engines.update(domain.admin, id, input()), 'engine.not_managed')
  await refused(engines.remove(domain.admin, id, true), 'engine.not_managed')
  await query(`UPDATE engines SET state = 'down' WHERE id = $1`, [id])
  await engines.remove(domain.admin, id, false)
  await refused(engines.remove(domain.admin, id, false), 'engine.not_found', 404)
})

it('is served by one process at a time, and by the next when that one is gone', async () => {
  const { work } = domain.services.engines
  const ids = [await add(), await add({ address: 'tcp://10.0.0.4' })]
  const own = await addEngine(domain.stores.db, { address: 'unix:///run/own.sock' })
  const claims = await Promise.all(['a', 'b', 'c'].map((owner) => work.serve(owner, 15, [])))
  const served = claims.flat().map(({ id }) => id)
  expect([...served].sort()).toEqual(ids)
  expect(served).not.toContain(own)
  const [holder] = await query('SELECT served_by AS name FROM engines WHERE id = $1', [ids[0]])
  expect(await work.serve('d', 15, [])).toEqual([])
  // What it leaves, or renews no more, is another's.
  await work.leave(ids[0]!, 'nobody')
  await work.leave(ids[0]!, holder.name)
  expect((await work.serve('d', 15, [ids[1]!])).map(({ id }) => id)).toEqual([ids[0]])
  await query(`UPDATE engines SET served_until = now() - interval '1 second'`)
  expect((await work.serve('e', 15, [])).map(({ id }) => id).sort()).toEqual(ids)
  expect(await work.serve('d', 15, [])).toEqual([])
})

it('is forgotten by nobody, however long it is away, and says when no process serves it', async () => {
  const { work } = domain.services.engines
  const id = await add()
  await work.settle([])
  expect((await rowOf(id)).error).toBeNull()
  await query(`UPDATE engines SET state_since = now() - interval '9 days' WHERE id = $1`, [id])
  await work.serve('a', 15, [])
  await work.settle([])
  expect((await rowOf(id)).error).toBeNull()
  await work.leave(id, 'a')
  await work.settle([])
  await work.register('unix:///run/own.sock')
  expect((await rowOf(id)).error).toBe('no jobs process serves it')
})

it('is tested by one process at a time, whose result counts only while the test is its own', async () => {
  const { engines } = domain.services
  const { work } = engines
  const id = await add()
  const claimed = await Promise.all(['a', 'b', 'c'].map((owner) => work.claimTest(id, owner, 1, 15)))
  expect(claimed.filter(Boolean)).toHaveLength(1)
  const owner = ['a', 'b', 'c'][claimed.indexOf(true)]!
  expect((await engines.one(domain.admin, id)).testing).toBe(true)
  await query(`UPDATE engines SET tested_until = now() - interval '1 second'`)
  expect(await work.claimTest(id, 'd', 1, 15)).toBe(true)
  expect(await work.renewTest(id, owner, 15)).toBe(false)
  const report = { at: Date.now(), guarded: true, checks: [], error: null }
  await work.tested(id, owner, report)
  expect((await rowOf(id)).guard).toBe('unknown')
  // Its address is another one meanwhile: what the test found is of the old.
  await engines.update(domain.admin, id, input({ address: 'tcp://10.0.0.9' }))
  await work.tested(id, 'd', report)
  expect((await rowOf(id)).guard).toBe('unknown')
  // Whoever is still connected to the old one must not test it in the name of the new.
  expect(await work.claimTest(id, 'd', 1, 15)).toBe(false)
  expect(await work.claimTest(id, 'e', 2, 15)).toBe(true)
  await work.tested(id, 'e', report)
  expect((await rowOf(id)).guard).toBe('guarded')
  expect(await work.claimTest(id, 'f', 2, 15)).toBe(false)
})

it('takes what two addresses of one engine have for no orphans of each other, but what an older start left', async () => {
  const { work } = domain.services.instances
  const here = await add()
  const there = await add({ address: 'tcp://10.0.0.4' })
  const id = await addInstance(domain.stores.db, game, {
    state: 'ready',
    engine: there,
    readyAt: -1,
    expiresAt: 9
  })
  expect(await work.live(here)).toEqual([])
  expect(await work.live(here, [id])).toMatchObject([{ id, assignedHere: false, generation: 1 }])
  expect(await work.live(there)).toMatchObject([{ id, assignedHere: true }])
})

it('has at most 32 engines also when many are added at the same moment', async () => {
  for (let n = 0; n < 30; n++) await add({ address: `tcp://10.0.1.${n}` })
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => add({ address: `tcp://10.0.2.${n}` }))
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await query('SELECT FROM engines')).toHaveLength(32)
})

it('an engine at the address of the environment stays its administrator’s', async () => {
  const { work } = domain.services.engines
  const id = await add({ address: 'unix:///run/engine.sock', keys: null })
  expect(await work.register('unix:///run/engine.sock')).toMatchObject({ id, managed: true })
  expect((await work.serve('a', 15, [])).map((engine) => engine.id)).toEqual([id])
  // The other way round the environment's came first.
  expect(await work.register('unix:///run/other.sock')).toMatchObject({ managed: false })
  await refused(add({ address: 'unix:///run/other.sock', keys: null }), 'engine.exists')
})
