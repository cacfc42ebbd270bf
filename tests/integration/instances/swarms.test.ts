import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StoredEngineInfo } from '~/server/engines/contract'
import { type EngineInput, engineInput } from '~/server/engines/input'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'

const HEARD = { latencyMs: 3, allowsHosts: false }

let domain: Domain
let game: PlayedGame
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db, { challenges: 3 })
})
afterEach(() => domain?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows
const input = (more: object = {}): EngineInput =>
  engineInput.parse({ address: 'unix://10.0.0.3/run/docker.sock', ...more })
const add = (more: object = {}) => domain.services.engines.add(domain.admin, input(more))
const rowOf = async (id: number) => (await query('SELECT * FROM engines WHERE id = $1', [id]))[0]

it('keeps the kind of an engine unless another is given, which is another engine then', async () => {
  const { engines } = domain.services
  const id = await add({ kind: 'swarm' })
  await query(`UPDATE engines SET state = 'up', guard = 'guarded' WHERE id = $1`, [id])
  await engines.update(domain.admin, id, input({ places: 4 }))
  expect(await rowOf(id)).toMatchObject({ kind: 'swarm', guard: 'guarded' })
  const instance = await addInstance(domain.stores.db, game, {
    state: 'ready',
    engine: id,
    readyAt: -1,
    expiresAt: 9
  })
  await refused(engines.update(domain.admin, id, input({ kind: 'docker' })), 'engine.in_use', 409)
  await query(`UPDATE instances SET state = 'ended' WHERE id = $1`, [instance])
  await engines.update(domain.admin, id, input({ kind: 'docker' }))
  expect(await rowOf(id)).toMatchObject({ kind: 'docker', guard: 'unknown', state: 'down' })
})

it('tells the nodes of a Swarm with what they hold, and tests those that joined after a minute', async () => {
  const { engines } = domain.services
  const id = await add({ kind: 'swarm' })
  const node = (name: string, more: object = {}) => ({
    ...{ id: `id-${name}`, name, host: `10.0.0.${name.length}`, state: 'ready', availability: 'active' },
    ...{ manager: false, version: '27.3.1', cpus: 4, memoryMb: 8192, ...more }
  })
  const info = (nodes: object[]) => ({
    ...{ version: '27.3.1', os: 'linux', architecture: 'x86_64', cpus: 4, memoryMb: 8192 },
    ...{ storageDriver: 'overlay2', diskQuota: true, runtimes: ['runc'], nodes }
  })
  const seen = (nodes: object[]) =>
    engines.work.seen(id, info(nodes) as StoredEngineInfo, { memoryMb: 9000, cpu: 90, places: 9 }, HEARD)
  const due = async () =>
    (await query('SELECT test_due_at <= now() AS due FROM engines WHERE id = $1', [id]))[0].due
  await engines.work.claimTest(id, 'me', null, 15)
  const report = { at: 1, guarded: true, checks: [], error: null, nodes: ['id-a'] }
  await engines.work.tested(id, 'me', report)
  await query(`UPDATE engines SET guard_at = now() - interval '2 minutes' WHERE id = $1`, [id])
  const away = [node('bbb', { state: 'down' }), node('cccc', { availability: 'pause' })]
  await seen([node('a'), ...away])
  expect(await due()).toBe(false)
  const held = await addInstance(domain.stores.db, game, {
    state: 'ready',
    engine: id,
    readyAt: -1,
    expiresAt: 9
  })
  await query(`UPDATE instance_endpoints SET address = '10.0.0.1' WHERE instance_id = $1`, [held])
  expect((await engines.one(domain.admin, id)).nodes).toMatchObject([
    { name: 'a', tested: true, instances: 1 },
    { name: 'bbb', tested: false, instances: 0 },
    { name: 'cccc', tested: false, instances: 0 }
  ])
  expect(await engines.work.usedNodes(id)).toEqual(['id-a'])
  await seen([node('a'), node('dd'), ...away])
  // The column rounds to milliseconds, so a time of now may still have to come.
  await expect.poll(due).toBe(true)
  // Accepted as it is, all of them are used.
  await engines.accept(domain.admin, id, 'a rehearsal')
  expect(await engines.work.usedNodes(id)).toBeNull()
})

it('refuses a challenge that no Swarm can run at the request, and says so', async () => {
  const { engines, instances } = domain.services
  const id = await add({ kind: 'swarm' })
  await query(`UPDATE engines SET state = 'up', guard = 'guarded', seen_at = now() WHERE id = $1`, [id])
  const challenge = game.challenges[0]!.id
  await query(
    `UPDATE challenges SET type = 'StaticContainer', container_image = 'harbour/tide:1', expose_port = 80, memory_limit = 64,
       cpu_count = 1, storage_limit = 64, container_options = '{"readOnly": false}' WHERE id = $1`,
    [challenge]
  )
  const player = domain.as(game.teams[0]!.members[0]!)
  await refused(instances.request(player, game.id, challenge), 'container.needs_docker')
  // Another engine, even one that is only about to answer, is one that it can wait for.
  await addEngine(domain.stores.db)
  await instances.request(player, game.id, challenge)
  expect(await query(`SELECT spec->>'needsDocker' AS need FROM instances`)).toEqual([{ need: 'writable' }])
  expect((await engines.list(domain.admin)).map(({ kind }) => kind)).toEqual(['swarm', 'docker'])
})

it('a start that no Swarm can run waits for another engine, and is told so only while none takes starts', async () => {
  const UP = { seen_at: new Date(), memory_mb: 49_152 }
  const swarm = await addEngine(domain.stores.db, { ...UP, kind: 'swarm', address: 'tcp://10.0.0.3' })
  const full = { ...UP, memory_mb: 500 }
  const docker = await addEngine(domain.stores.db, { ...full, address: 'tcp://10.0.0.4' })
  for (const id of [swarm, docker]) await addImage(domain.stores.db, id)
  const queued = (team: number, needsDocker: string | null) =>
    addInstance(domain.stores.db, game, {
      ...{ state: 'queued', team },
      more: { next_at: new Date(), spec: JSON.stringify({ ...SPEC, needsDocker }) }
    })
  const claim = async (engineId: number) =>
    (
      await domain.services.instances.work.claimStarts({
        ...{ engineId, owner: `worker ${engineId}`, slots: 4, leaseSeconds: 15 },
        pool: '10.9.0.0/20',
        ports: [40_000, 40_200]
      })
    ).map(({ id }) => id)
  const waits = async (id: string) =>
    (await query('SELECT waits_for AS why FROM instances WHERE id = $1', [id]))[0].why

  const several = await queued(0, 'services')
  const single = await queued(1, null)
  await query('UPDATE engines SET draining = true WHERE id = $1', [docker])
  // Those behind it do not wait, and the Swarm never takes it.
  expect(await claim(swarm)).toEqual([single])
  expect(await waits(several)).toBe('needs_docker')
  await query('UPDATE engines SET draining = false WHERE id = $1', [docker])
  // The Swarm has far more room, but is no better place for it.
  expect(await claim(docker)).toEqual([several])
})
