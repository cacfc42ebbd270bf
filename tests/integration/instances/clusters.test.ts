import { rootCertificates } from 'node:tls'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EngineInput, engineInput } from '~/server/engines/input'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'

let domain: Domain
let game: PlayedGame
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db, { challenges: 3 })
})
afterEach(() => domain?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows
/** Any certificate: nobody connects. */
const CA = rootCertificates[0]!
const input = (more: object = {}): EngineInput =>
  engineInput.parse({
    ...{ kind: 'kubernetes', address: 'https://10.0.0.3:6443', namespace: 'tides' },
    keys: { ca: CA, token: 'secret.token' },
    ...more
  })
const rowOf = async (id: number) => (await query('SELECT * FROM engines WHERE id = $1', [id]))[0]

it('a cluster is stored with its namespace, and its token is sealed and told to nobody', async () => {
  const { engines } = domain.services
  const id = await engines.add(domain.admin, input())
  expect(await rowOf(id)).toMatchObject({ kind: 'kubernetes', namespace: 'tides', bind: null })
  const told = JSON.stringify([await engines.list(domain.admin), await query('SELECT * FROM audit_events')])
  expect(told).not.toMatch(/secret\.token|BEGIN/)
  expect((await rowOf(id)).keys).not.toContain('secret.token')
  expect(await engines.work.keys(id)).toEqual({ ca: CA.trim(), token: 'secret.token' })
  expect(await engines.work.serve('me', 15, [])).toMatchObject([
    { id, namespace: 'tides', kind: 'kubernetes' }
  ])
  // Without new keys the stored are kept, but not by an engine of another kind.
  await engines.update(domain.admin, id, input({ keys: null, places: 7 }))
  expect(await engines.work.keys(id)).toEqual({ ca: CA.trim(), token: 'secret.token' })
  const machine = { kind: 'docker', namespace: null, keys: null }
  await refused(engines.update(domain.admin, id, input(machine)), 'engine.keys_required')
  expect(await rowOf(id)).toMatchObject({ kind: 'kubernetes', namespace: 'tides' })
})

it('another namespace is another engine: not while this one holds something, and nothing is known of it', async () => {
  const { engines } = domain.services
  const id = await engines.add(domain.admin, input())
  await query(`UPDATE engines SET state = 'up', guard = 'guarded' WHERE id = $1`, [id])
  const held = await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', engine: id, readyAt: -1, expiresAt: 9 }
  })
  await refused(engines.update(domain.admin, id, input({ namespace: 'ebb' })), 'engine.in_use', 409)
  await query(`UPDATE instances SET state = 'ended' WHERE id = $1`, [held])
  await engines.update(domain.admin, id, input({ namespace: 'ebb' }))
  expect(await rowOf(id)).toMatchObject({ namespace: 'ebb', guard: 'unknown', state: 'down' })
  // An engine that has a kind already cannot lose what the kind needs.
  const kindless = { ...input({ namespace: null, kind: undefined, bind: '10.0.0.3' }) }
  await refused(engines.update(domain.admin, id, kindless), 'engine.namespace_required')
})

it('refuses at the request what no cluster runs, and takes what a Swarm does not', async () => {
  const { engines, instances } = domain.services
  const id = await engines.add(domain.admin, input())
  await query(
    `UPDATE engines SET state = 'up', guard = 'guarded', seen_at = now(), memory_mb = 4096, cpu = 40, places = 9 WHERE id = $1`,
    [id]
  )
  const compose = (more: string) =>
    `services:\n  web:\n    image: a:1\n    expose: ["80"]\n${more}  side:\n    image: b:1\n    healthcheck: { test: ["CMD", "true"] }\n`
  const set = (challenge: number, text: string | null) =>
    query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = 'a:1', container_compose = $2, expose_port = 80,
         memory_limit = 64, cpu_count = 1, storage_limit = 64,
         container_options = '{"readOnly": false, "entry": {"service": "web", "title": "", "protocol": "auto"}}' WHERE id = $1`,
      [challenge, text]
    )
  const [late, together, writable] = game.challenges.map((one) => one.id) as [number, number, number]
  await set(late, compose('    depends_on: { side: { condition: service_healthy } }\n'))
  await set(together, compose('    depends_on: [side]\n'))
  await set(writable, null)
  const player = domain.as(game.teams[0]!.members[0]!)
  await refused(instances.request(player, game.id, late), 'container.needs_docker')
  await instances.request(player, game.id, together)
  await instances.request(player, game.id, writable)
  expect(
    await query(
      `SELECT spec->>'needsDocker' AS swarm, spec->>'clusterLimit' AS cluster FROM instances ORDER BY spec->>'needsDocker'`
    )
  ).toEqual([
    { swarm: 'services', cluster: null },
    { swarm: 'writable', cluster: null }
  ])
})

it('each kind of engine takes what it can run, and who waits for another kind is told so only while none starts', async () => {
  const UP = { seen_at: new Date(), memory_mb: 49_152 }
  const swarm = await addEngine(domain.stores.db, { ...UP, kind: 'swarm', address: 'tcp://10.0.0.3' })
  const cluster = await addEngine(domain.stores.db, {
    ...{ ...UP, kind: 'kubernetes', namespace: 'tides', address: 'https://10.0.0.4' }
  })
  for (const id of [swarm, cluster]) await addImage(domain.stores.db, id)
  const queued = (team: number, limits: object) =>
    addInstance(domain.stores.db, game, {
      ...{ state: 'queued', team },
      more: { next_at: new Date(), spec: JSON.stringify({ ...SPEC, ...limits }) }
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

  const writable = await queued(0, { needsDocker: 'writable' })
  expect(await claim(swarm)).toEqual([])
  expect(await waits(writable)).not.toBe('needs_docker')
  expect(await claim(cluster)).toEqual([writable])
  const named = await queued(1, { clusterLimit: 'user' })
  expect(await claim(cluster)).toEqual([])
  await query('UPDATE engines SET draining = true WHERE id = $1', [swarm])
  expect(await claim(cluster)).toEqual([])
  expect(await waits(named)).toBe('needs_docker')
  await query('UPDATE engines SET draining = false WHERE id = $1', [swarm])
  expect(await claim(swarm)).toEqual([named])
})
