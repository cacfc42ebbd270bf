import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'

let domain: Domain
let game: PlayedGame
beforeEach(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db)
})
afterEach(() => domain?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows

/** An engine that has the image of SPEC. */
async function open(address: string, more: object): Promise<number> {
  const id = await addEngine(domain.stores.db, { address, seen_at: new Date(), ...more })
  await addImage(domain.stores.db, id)
  return id
}

const queued = (team: number, egress: 'hosts' | 'internet') =>
  addInstance(domain.stores.db, game, {
    ...{ state: 'queued', team },
    more: {
      next_at: new Date(),
      spec: JSON.stringify({ ...SPEC, egress, egressHosts: ['pool.example:443'] })
    }
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

it('a list of hosts starts only on an engine whose process sets rules for it', async () => {
  // With more room left, it would be asked first.
  const bare = await open('tcp://10.0.0.3', { memory_mb: 99_000 })
  const ruled = await open('unix:///var/run/docker.sock', { allows_hosts: true })
  const listed = await queued(0, 'hosts')
  expect(await claim(bare)).toEqual([])
  expect(await waits(listed)).not.toBe('needs_docker')
  expect(await claim(ruled)).toEqual([listed])

  const late = await queued(1, 'hosts')
  await query('UPDATE engines SET draining = true WHERE id = $1', [ruled])
  expect(await claim(bare)).toEqual([])
  expect(await waits(late)).toBe('needs_docker')
})

it('the internet is open only on an engine that passed its self-test, also beside one that is accepted without', async () => {
  const accepted = await open('tcp://10.0.0.3', {
    ...{ memory_mb: 99_000, guard: 'unguarded', accepted_at: new Date(), accepted_reason: 'a quiet network' }
  })
  const guarded = await open('tcp://10.0.0.4', {})
  const online = await queued(0, 'internet')
  expect(await claim(accepted)).toEqual([])
  expect(await claim(guarded)).toEqual([online])
})

it('a request that no engine can serve is refused, and one that a self-test under way may allow is not', async () => {
  const id = await open('tcp://10.0.0.3', {
    guard: 'unguarded',
    accepted_at: new Date(),
    accepted_reason: 'quiet'
  })
  const { instances, engines } = domain.services
  const player = domain.as(game.teams[0]!.members[0]!)
  const challenge = game.challenges[0]!.id
  const needs = (egress: string) =>
    query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = $2, expose_port = 80, memory_limit = 64,
         cpu_count = 1, storage_limit = 64, container_options = jsonb_build_object('egress', $3::text,
           'egressHosts', '["pool.example:443"]'::jsonb) WHERE id = $1`,
      [challenge, SPEC.image, egress]
    )
  for (const egress of ['hosts', 'internet']) {
    await needs(egress)
    await refused(instances.request(player, game.id, challenge), 'container.needs_docker')
  }
  await engines.work.seen(
    ...([
      id,
      (await query('SELECT info FROM engines'))[0].info,
      { memoryMb: 9000, cpu: 90, places: 9 }
    ] as const),
    { latencyMs: 3, allowsHosts: true }
  )
  expect(await engines.list(domain.admin)).toMatchObject([{ id, allowsHosts: true }])
  await query(`UPDATE engines SET guard = 'unknown', accepted_at = NULL`)
  await instances.request(player, game.id, challenge)
  expect(await query('SELECT state FROM instances')).toEqual([{ state: 'queued' }])
})
