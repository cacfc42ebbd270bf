import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReaper } from '~/jobs/instances/reaper'
import { claimStarts } from '~/server/instances/workers/start-claims'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'
import { inOtherTransaction } from '../../support/stores/locks'
import { until } from '../../support/until'

let domain: Domain
let game: PlayedGame
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db)
})
afterEach(() => domain?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows

const haveImage = (engine: number, reference: string, state: string) =>
  addImage(domain.stores.db, engine, reference, state)

/** An engine that has just replied, with the image of SPEC. */
async function engine(address: string, more: Record<string, unknown> = {}): Promise<number> {
  const id = await addEngine(domain.stores.db, { address, ...more })
  await haveImage(id, SPEC.image, 'ready')
  return id
}

const queued = (team: number | null, more: Record<string, unknown> = {}) =>
  addInstance(domain.stores.db, game, { state: 'queued', team, more: { next_at: new Date(), ...more } })

const claimOf = (engineId: number) => ({
  ...{ engineId, owner: `worker ${engineId}`, slots: 4, leaseSeconds: 15 },
  pool: '10.9.0.0/20',
  ports: [40_000, 40_200] as [number, number]
})

const claim = async (engineId: number) =>
  (await domain.services.instances.work.claimStarts(claimOf(engineId))).map(({ id }) => id)

const waits = async (id: string) =>
  (await query('SELECT waits_for AS why FROM instances WHERE id = $1', [id]))[0].why

it('what is larger than the whole engine keeps nobody behind it from starting', async () => {
  const small = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000 })
  const large = await queued(null, { memory_mb: 4000 })
  const wide = await queued(0, { cpu: 9000 })
  const behind = await queued(1)
  expect(await claim(small)).toEqual([behind])
  expect([await waits(large), await waits(wide)]).toEqual(['needs_docker', 'needs_docker'])
})

it('what fits another engine alone waits for its room, and the small one goes on starting', async () => {
  const small = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000 })
  const full = await engine('unix://10.0.0.3/d.sock', { memory_mb: 4000 })
  await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', team: 2, challenge: 1, engine: full, readyAt: -5, expiresAt: 60 },
    more: { memory_mb: 3900 }
  })
  const large = await queued(null, { memory_mb: 2000 })
  const behind = await queued(0)
  expect(await claim(full)).toEqual([])
  expect(await waits(large)).toBe('capacity')
  expect(await claim(small)).toEqual([behind])
  expect(await waits(large)).toBe('capacity')
})

it('a request that no engine is large enough for is refused, and one for a full engine waits', async () => {
  const id = await engine('unix://10.0.0.2/d.sock', { memory_mb: 1000, cpu: 40 })
  const challenge = game.challenges[0]!.id
  const { instances } = domain.services
  const needs = (memory: number, cpu: number) =>
    query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = $2, expose_port = 80, memory_limit = $3, cpu_count = $4
       WHERE id = $1`,
      [challenge, SPEC.image, memory, cpu]
    )
  const player = domain.as(game.teams[0]!.members[0]!)
  for (const [memory, cpu] of [
    [985, 1],
    [64, 41]
  ] as const) {
    await needs(memory, cpu)
    await refused(instances.request(player, game.id, challenge), 'container.needs_docker')
    await refused(instances.requestTest(domain.admin, game.id, challenge), 'container.needs_docker')
  }
  await needs(984, 40)
  const asked = await instances.request(player, game.id, challenge)
  expect(await claim(id)).toEqual([asked])
})

it('however many wait for an image, what could start behind them is found', async () => {
  const only = await engine('unix://10.0.0.2/d.sock')
  await haveImage(only, 'harbour/slow:1', 'pulling')
  const slow = await queued(null, {
    spec: JSON.stringify({ ...SPEC, image: 'harbour/slow:1', images: ['harbour/slow:1'] })
  })
  await query(
    `INSERT INTO instances (id, kind, game_id, challenge_id, spec, memory_mb, cpu, lifetime, operated_at, requested_at)
     SELECT gen_random_uuid(), kind, game_id, NULL, spec, memory_mb, cpu, lifetime, operated_at, requested_at
     FROM instances, generate_series(1, 510) WHERE id = $1`,
    [slow]
  )
  const behind = await queued(0)
  expect(await claim(only)).toEqual([behind])
  const left = `SELECT waits_for AS why, count(*)::int AS n FROM instances WHERE state = 'queued' GROUP BY 1`
  expect(await query(left)).toEqual([{ why: 'image', n: 511 }])
})

it('what another engine has claimed in the same moment is not claimed again', async () => {
  // The older one is late: of equal engines it would be preferred, so that nothing else keeps it from the row.
  const [second, first] = [await engine('unix://10.0.0.2/d.sock'), await engine('unix://10.0.0.3/d.sock')]
  const id = await queued(0, { next_at: new Date(Date.now() - 10_000) })
  // A function that the query calls for each row, after it has looked which are queued and before it locks them.
  await query('CREATE SCHEMA held')
  await query(`CREATE FUNCTION held.masklen(inet) RETURNS int VOLATILE LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(77); SELECT pg_catalog.masklen($1) $$`)
  const holder = await domain.stores.db.pool.connect()
  await holder.query('SELECT pg_advisory_lock(77)')
  let late: Promise<string[]> | undefined
  await inOtherTransaction(domain.stores.databaseUrl, async (tx) => {
    expect((await claimStarts(tx, claimOf(first))).claimed.map((one) => one.id)).toEqual([id])
    late = domain.stores.db.transaction(async (other) => {
      await other.query('SET LOCAL search_path = held, pg_catalog, public')
      return (await claimStarts(other, claimOf(second))).claimed.map((one) => one.id)
    })
    await until(
      async () =>
        (await query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted`))
          .length
    )
  })
  await holder.query('SELECT pg_advisory_unlock(77)')
  holder.release()
  expect(await late).toEqual([])
  expect(await query('SELECT state, engine_id AS engine FROM instances')).toEqual([
    { state: 'starting', engine: first }
  ])
})

it('what an engine tells of an earlier start, or another engine, means nothing to the instance', async () => {
  const [here, there] = [await engine('unix://10.0.0.2/d.sock'), await engine('unix://10.0.0.3/d.sock')]
  const id = await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', engine: here, readyAt: -1, expiresAt: 60 },
    more: { generation: 2 }
  })
  const { work } = domain.services.instances
  const stored = async () => (await query('SELECT state, reason FROM instances WHERE id = $1', [id]))[0]
  for (const left of [
    { id, engineId: there, generation: 1 },
    { id, engineId: there, generation: 2 },
    { id, engineId: here, generation: 1 }
  ]) {
    await work.healthy(left, false)
    expect(await work.end(left, 'lost')).toBe(false)
    expect(await stored()).toEqual({ state: 'ready', reason: null })
  }
  const own = { id, engineId: here, generation: 2 }
  await work.healthy(own, false)
  expect((await stored()).state).toBe('unhealthy')
  expect(await work.end(own, 'crashed')).toBe(true)
  expect((await stored()).reason).toBe('crashed')
})

it('the rules of hosts are those of what runs or is being started, whoever started it', async () => {
  const id = await engine('unix://10.0.0.2/d.sock', { allows_hosts: true })
  const { work } = domain.services.instances
  const hosts = [{ name: 'pool.example', addresses: ['203.0.113.7'], port: 443 }]
  await queued(0)
  const [start] = await work.claimStarts(claimOf(id))
  await work.storeHosts(start!, 'another worker', hosts)
  expect(await work.allowedHosts()).toEqual(new Map())
  await work.storeHosts(start!, `worker ${id}`, hosts)
  expect(await work.allowedHosts()).toEqual(new Map([[start!.id, hosts]]))
  await query(`UPDATE instances SET desired = 'down'`)
  expect(await work.allowedHosts()).toEqual(new Map())
})

it('while its engine is silent, what is due is not looked for without a pause', async () => {
  const silent = await engine('unix://10.0.0.2/d.sock', { seen_at: new Date(Date.now() - 60_000) })
  const id = await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', engine: silent, readyAt: -30, expiresAt: -1 }
  })
  const { work } = domain.services.instances
  let runs = 0
  const reaper = createReaper({
    nextEnd: work.nextEnd,
    reap() {
      runs++
      return work.reap()
    }
  })
  await reaper.reap()
  // An end on another engine is made in its time, and nothing of the silent one before.
  const other = await engine('unix://10.0.0.3/d.sock')
  const soon = await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', team: 1, engine: other, readyAt: -30, expiresAt: 1 / 60 }
  })
  await reaper.reap()
  const desired = async (one: string) =>
    (await query('SELECT desired FROM instances WHERE id = $1', [one]))[0].desired
  await until(async () => (await desired(soon)) === 'down')
  reaper.close()
  expect(await desired(id)).toBe('up')
  expect(runs).toBeLessThan(6)
})
