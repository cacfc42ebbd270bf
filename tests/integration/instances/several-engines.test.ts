import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GuardReport } from '~/server/engines/contract'
import type { ClaimedStart } from '~/server/instances'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'

const HEARD = { latencyMs: 3, allowsHosts: false }

let domain: Domain
let game: PlayedGame
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db)
})
afterEach(() => domain?.close())

const query = (text: string, values: unknown[] = []) => domain.stores.db.pool.query(text, values)

/** An engine that has just replied, with the image in this state. */
async function engine(address: string, more: Record<string, unknown> = {}, image = 'ready'): Promise<number> {
  const id = await addEngine(domain.stores.db, { address, seen_at: new Date(), ...more })
  await addImage(domain.stores.db, id, SPEC.image, image)
  return id
}

const queued = (team = 0, challenge = 0, more: Record<string, unknown> = {}) =>
  addInstance(domain.stores.db, game, {
    state: 'queued',
    team,
    challenge,
    more: { next_at: new Date(), ...more }
  })

const claim = (engineId: number, slots = 4): Promise<ClaimedStart[]> =>
  domain.services.instances.work.claimStarts({
    ...{ engineId, owner: `worker ${engineId}`, slots, leaseSeconds: 15 },
    pool: '10.9.0.0/20',
    ports: [40_000, 40_200]
  })

const waits = async (id: string) =>
  (await query('SELECT waits_for AS why FROM instances WHERE id = $1', [id])).rows[0].why

it('a start goes to the engine that would be less full with it', async () => {
  const small = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000 })
  const large = await engine('unix://10.0.0.3/d.sock', { memory_mb: 4000 })
  const id = await queued()
  expect(await claim(small)).toEqual([])
  expect(await waits(id)).toBe('turn')
  expect((await claim(large)).map((one) => one.id)).toEqual([id])
})

it('processors and places count as well, and the older of equal engines is taken', async () => {
  const few = await engine('unix://10.0.0.2/d.sock', { places: 2 })
  const slow = await engine('unix://10.0.0.3/d.sock', { cpu: 12 })
  const equal = await engine('unix://10.0.0.4/d.sock')
  const same = await engine('unix://10.0.0.5/d.sock')
  const id = await queued()
  for (const other of [few, slow, same]) expect(await claim(other)).toEqual([])
  expect((await claim(equal)).map((one) => one.id)).toEqual([id])
})

it.each([
  ['is down', { state: 'down' }],
  ['is drained', { draining: true }],
  ['is not guarded', { guard: 'unguarded' }],
  ['was not heard of for a while', { seen_at: new Date(Date.now() - 20_000) }],
  ['is too small', { memory_mb: 100 }]
])('waits for no engine that %s', async (_, more) => {
  const own = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000 })
  await engine('unix://10.0.0.3/d.sock', more)
  const id = await queued()
  expect((await claim(own)).map((one) => one.id)).toEqual([id])
})

it('a start does not wait for an engine without the image, and waits three seconds for a silent one', async () => {
  const own = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000 })
  const other = await engine('unix://10.0.0.3/d.sock', {}, 'pulling')
  const first = await queued()
  expect((await claim(own)).map((one) => one.id)).toEqual([first])
  await query(`UPDATE images SET state = 'ready', digest = 'sha256:1' WHERE engine_id = $1`, [other])
  const second = await queued(1)
  expect(await claim(own)).toEqual([])
  await query(`UPDATE instances SET next_at = now() - interval '4 seconds' WHERE id = $1`, [second])
  expect((await claim(own)).map((one) => one.id)).toEqual([second])
})

it('no instance is claimed by two engines and no engine is overfilled, however many workers claim at once', async () => {
  const room = 2 * (SPEC.memoryMb + 16)
  const engines = [
    await engine('unix://10.0.0.2/d.sock', { memory_mb: room }),
    await engine('unix://10.0.0.3/d.sock', { memory_mb: room })
  ]
  const at = new Date(Date.now() - 10_000)
  for (const team of [0, 1, 2]) for (const challenge of [0, 1]) await queued(team, challenge, { next_at: at })
  const workers = [...engines, ...engines, ...engines]
  const claims = await Promise.all(workers.map((id) => claim(id)))
  const ids = claims.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  await Promise.all(workers.map((id) => claim(id)))
  const { rows } = await query(
    `SELECT engine_id AS engine, count(*)::int AS n FROM instances WHERE state = 'starting' GROUP BY 1 ORDER BY 1`
  )
  expect(rows).toEqual(engines.map((id) => ({ engine: id, n: 2 })))
})

it('an instance on another engine gets a network and ports of that engine', async () => {
  const first = await engine('unix://10.0.0.2/d.sock')
  const second = await engine('unix://10.0.0.3/d.sock', { draining: true })
  const id = await queued()
  const [before] = await claim(first)
  await query(`UPDATE instances SET lease_until = now() - interval '1 second' WHERE id = $1`, [id])
  await query('UPDATE engines SET draining = (id = $1)', [first])
  expect(await domain.services.instances.work.requeueAbandoned()).toBe(1)
  // Meanwhile the second engine has lost its places to others.
  await query('UPDATE instances SET next_at = now() WHERE id = $1', [id])
  await addInstance(domain.stores.db, game, {
    state: 'ready',
    team: 1,
    engine: second,
    readyAt: -1,
    expiresAt: 60,
    more: { subnet: before!.subnet }
  })
  expect(await claim(first)).toEqual([])
  const [after] = await claim(second)
  expect(after).toMatchObject({ id, generation: before!.generation + 1 })
  expect(after!.subnet).not.toBe(before!.subnet)
})

it('an engine’s shortage is shown only while no other accepts starts', async () => {
  const drained = await engine('unix://10.0.0.2/d.sock', { draining: true })
  const open = await engine('unix://10.0.0.3/d.sock', {}, 'pulling')
  const id = await queued()
  await claim(open)
  expect(await claim(drained)).toEqual([])
  expect(await waits(id)).toBe('image')
  await query(`UPDATE instances SET waits_for = NULL`)
  await query(`UPDATE engines SET state = 'down' WHERE id = $1`, [open])
  await claim(drained)
  expect(await waits(id)).toBe('engine_draining')
})

it('a start fails when no engine can pull its image, not when one cannot', async () => {
  const failed = await engine('unix://10.0.0.2/d.sock', {}, 'failed')
  const pulling = await engine('unix://10.0.0.3/d.sock', {}, 'pulling')
  const id = await queued()
  const wanted = async () =>
    (await query('SELECT desired FROM instances WHERE id = $1', [id])).rows[0].desired
  await claim(failed)
  expect(await wanted()).toBe('up')
  await query(`UPDATE images SET state = 'failed' WHERE engine_id = $1`, [pulling])
  await claim(failed)
  expect(await wanted()).toBe('down')
})

const DETAILS = { bytes: 1, ports: [], healthcheck: false, platform: 'linux/amd64', user: '', builtAt: null }

/** An image that one process pulls, and what is stored of it. */
async function pulling() {
  const { work } = domain.services.engines
  const id = await engine('unix://10.0.0.2/d.sock', {}, 'wanted')
  await query('UPDATE images SET next_at = now()')
  const claimed = await work.claimImage(id, 'one', 30)
  const stored = async () =>
    (await query('SELECT state, digest, renew, lease_owner AS owner, next_at <= now() AS due FROM images'))
      .rows[0]
  return { id, work, claimed: claimed!, stored }
}

it.each(['ready', 'failed'])(
  'an image that is asked for again while it is pulled is pulled again when that is %s',
  async (end) => {
    const { id, work, claimed, stored } = await pulling()
    await domain.services.engines.refresh(domain.admin, [SPEC.image])
    if (end === 'ready') await work.pulled(claimed, 'one', 'sha256:1', DETAILS)
    else await work.notPulled(claimed, 'one', { code: 'not_found', text: 'none', again: false })
    expect(await stored()).toMatchObject({ state: 'wanted', renew: true, owner: null, due: true })
    const again = await work.claimImage(id, 'one', 30)
    expect(again).toMatchObject({ id: claimed.id, renew: true })
    await work.pulled(again!, 'one', 'sha256:2', DETAILS)
    expect(await stored()).toMatchObject({ state: 'ready', digest: 'sha256:2', renew: false, due: null })
    expect(await work.claimImage(id, 'one', 30)).toBeNull()
  }
)

it('a process that lost its claim of an image changes nothing of its successor’s', async () => {
  const { id, work, claimed, stored } = await pulling()
  await query(`UPDATE images SET lease_until = now() - interval '1 second'`)
  expect(await work.claimImage(id, 'two', 30)).toMatchObject({ id: claimed.id })
  await work.pulled(claimed, 'one', 'sha256:1', DETAILS)
  expect(await stored()).toMatchObject({ state: 'pulling', digest: null, owner: 'two' })
  await work.notPulled(claimed, 'one', { code: 'not_found', text: 'none', again: false })
  expect(await stored()).toMatchObject({ state: 'pulling', owner: 'two' })
  await work.pulled(claimed, 'two', 'sha256:2', DETAILS)
  expect(await stored()).toMatchObject({ state: 'ready', digest: 'sha256:2', owner: null })
})

it('a silent engine is marked as down, and deleted only without instances', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const own = await engine('unix://10.0.0.2/d.sock', { seen_at: ago(100) })
  const silent = await engine('unix://10.0.0.3/d.sock', { seen_at: ago(100) })
  const fresh = await engine('unix://10.0.0.4/d.sock', { seen_at: ago(20) })
  const day = await engine('tcp://10.0.0.5:2376', { state: 'down', seen_at: ago(90_000) })
  const holding = await engine('tcp://10.0.0.6:2376', { state: 'down', seen_at: ago(90_000) })
  const socket = await engine('unix:///run/old.sock', { state: 'down', seen_at: ago(100) })
  await addInstance(domain.stores.db, game, { state: 'ready', engine: holding, readyAt: -5, expiresAt: 60 })
  await domain.services.engines.work.settle([own])
  const { rows } = await query('SELECT id, state FROM engines ORDER BY id')
  expect(rows).toEqual([
    { id: own, state: 'up' },
    { id: silent, state: 'down' },
    { id: fresh, state: 'up' },
    { id: holding, state: 'down' }
  ])
  expect([day, socket].every((id) => !rows.some((one) => one.id === id))).toBe(true)
})

it.each(['settled', 'nobody'])(
  'other engines stay when one is added, and instances of a silent one do not expire (%s)',
  async (others) => {
    const { work } = domain.services.engines
    const far = await engine('unix://10.0.0.3/d.sock', { seen_at: new Date(Date.now() - 600_000) })
    const id = await addInstance(domain.stores.db, game, {
      state: 'ready',
      engine: far,
      readyAt: -30,
      expiresAt: -1
    })
    // While no other jobs process runs, nobody marks it as down.
    await domain.services.instances.work.reap()
    expect(await domain.services.instances.work.nextEnd()).toBeNull()
    const settled = others === 'settled'
    if (settled) await work.settle([])
    const near = await work.register('unix://10.0.0.2/d.sock')
    expect((await query('SELECT id FROM engines ORDER BY id')).rows).toEqual([{ id: far }, { id: near.id }])
    await domain.services.instances.work.reap()
    const after = async () =>
      (await query('SELECT desired, expires_at > now() AS ahead FROM instances WHERE id = $1', [id])).rows[0]
    expect(await after()).toEqual({ desired: 'up', ahead: false })
    const { rows } = await query('SELECT info FROM engines WHERE id = $1', [far])
    expect(await work.seen(far, rows[0].info, { memoryMb: 1000, cpu: 40, places: 9 }, HEARD)).toBe(true)
    expect(await after()).toEqual({ desired: 'up', ahead: true })
  }
)

it('an engine whose published port alone did not respond is tested again in a minute, any other in a day', async () => {
  const { work } = domain.services.engines
  const id = await addEngine(domain.stores.db)
  const check = (name: 'published' | 'metadata', ok: boolean) => ({
    ...{
      name,
      target: '10.0.0.1:1',
      result: ok === (name === 'published') ? 'reached' : 'blocked',
      ms: null,
      ok
    }
  })
  const dueIn = async (published: boolean, metadata: boolean) => {
    await query(
      `UPDATE engines SET test_due_at = date_trunc('milliseconds', now()), tested_until = NULL WHERE id = $1`,
      [id]
    )
    await work.claimTest(id, 'me', null, 15)
    const checks = [check('metadata', metadata), check('published', published)] as GuardReport['checks']
    await work.tested(id, 'me', { at: 1, guarded: published && metadata, checks, error: null })
    const { rows } = await query(
      `SELECT guard, round(extract(epoch FROM test_due_at - now()) / 60)::int AS minutes FROM engines WHERE id = $1`,
      [id]
    )
    return rows[0]
  }
  expect(await dueIn(true, true)).toEqual({ guard: 'guarded', minutes: 1440 })
  expect(await dueIn(false, true)).toEqual({ guard: 'unguarded', minutes: 1 })
  expect(await dueIn(false, false)).toEqual({ guard: 'unguarded', minutes: 1440 })
})
