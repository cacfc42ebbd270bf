import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engineInput } from '~/server/engines/input'
import { connectToService } from '~/server/http/tunnels/reach'
import { containersOf, docker, inspect, testImage } from '../support/instances/engine'
import { openWorkerDomain, type WorkerDomain } from '../support/instances/instances'
import { canHaveTwo, openSecondEngine, type SecondEngine } from '../support/instances/second-engine'

/** Sooner than in earnest, so that nobody waits half a minute for an engine to count as away. */
const HEARTBEAT = { every: 300, downAfter: 1500 }

interface Row {
  id: string
  engine: number
  state: string
  reason: string | null
  generation: number
  address: string
  port: number
  published: number
  entry: string
}

describe.skipIf(!canHaveTwo)('two engines on two machines', () => {
  let far: SecondEngine
  let domain: WorkerDomain
  let game: number
  let near: number
  let added: number
  const challenges: number[] = []
  beforeAll(async () => {
    ;[far, domain] = await Promise.all([openSecondEngine(), openWorkerDomain({}, { heartbeat: HEARTBEAT })])
    game = await domain.game({ containerCountLimit: 0 })
    challenges.push(await domain.challenge(game))
    near = (await engines())[0]!.id
  })
  // One that failed must not take the others with it.
  afterEach(async () => {
    await far.plug(true)
    await domain.rows('UPDATE engines SET draining = false')
  })
  afterAll(async () => {
    await domain?.close()
    await far?.close()
  })

  const engines = () => domain.services.engines.list(domain.admin)
  const second = () => domain.services.engines.one(domain.admin, added)
  const drain = (id: number, draining: boolean) => domain.services.engines.drain(domain.admin, id, draining)
  const rowOf = async (id: string) =>
    (
      await domain.rows<Row>(
        `SELECT i.id, i.engine_id AS engine, i.state, i.reason, i.generation, n.address, n.port, n.published, n.entry
         FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id WHERE i.id = $1`,
        [id]
      )
    )[0]!
  /** Another team wants its instance. */
  async function wanted() {
    const { members } = await domain.addTeam(game)
    const player = () => domain.as(members[0]!)
    const id = await domain.services.instances.request(player(), game, challenges[0]!)
    return {
      id,
      async destroy() {
        await domain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
        await domain.services.instances.destroy(player(), game, challenges[0]!)
      }
    }
  }
  const reaches = (id: string, state: string) =>
    expect.poll(async () => (await rowOf(id)).state, { timeout: 30_000 }).toBe(state)
  async function started() {
    const asked = await wanted()
    await reaches(asked.id, 'ready')
    return { ...asked, ...(await rowOf(asked.id)) }
  }
  /** Rows and containers of the second engine say the same. */
  const agrees = () =>
    expect
      .poll(
        async () => {
          const live = await domain.rows<{ id: string }>(
            `SELECT id FROM instances WHERE engine_id = $1 AND state = 'ready' ORDER BY id`,
            [added]
          )
          return [await far.instances(), await far.networks(), live.map(({ id }) => id)]
        },
        { timeout: 90_000 }
      )
      .toSatisfy(
        ([there, networks, live]) => `${there}` === `${live}` && networks === (there as string[]).length
      )

  it('an engine that an administrator adds is reached over TLS, and is used once its firewall holds', async () => {
    const { services, admin } = domain
    const input = engineInput.parse({ address: far.address, keys: far.keys, places: 100 })
    added = await services.engines.add(admin, input)
    // Its machine has no rules yet: an instance reaches the machine, which the test finds.
    await expect.poll(async () => (await second()).guard, { timeout: 40_000 }).toBe('unguarded')
    await far.shell(services.engines.rules(admin))
    await services.engines.test(admin, added)
    await expect.poll(async () => (await second()).guard, { timeout: 40_000 }).toBe('guarded')
    const view = await second()
    expect([view.state, view.capacity.places, view.hasKeys]).toEqual(['up', 100, true])
    expect(view.guardReport?.checks.find(({ name }) => name === 'published')).toMatchObject({ ok: true })
  })

  it('instances start on both, and players and tunnels reach those of the second machine', async () => {
    const all = [await started(), await started(), await started(), await started()]
    expect(new Set(all.map(({ engine }) => engine))).toEqual(new Set([near, added]))
    for (const { entry } of all) expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
    const there = all.find(({ engine }) => engine === added)!
    expect(there.entry.split(':')[0]).toBe(far.host)
    const tunnel = await connectToService({ ...there, engine: far.address })
    tunnel.destroy()
    await agrees()
  })

  it('a drained engine keeps what it runs and starts nothing', async () => {
    const before = await far.instances()
    await drain(added, true)
    const all = [await started(), await started(), await started()]
    expect(all.map(({ engine }) => engine)).toEqual([near, near, near])
    expect(await far.instances()).toEqual(before)
    await drain(added, false)
  })

  it('an engine that cannot be reached loses nothing, and what was wanted of it meanwhile happens', async () => {
    await drain(near, true)
    const [kept, ended] = [await started(), await started()]
    expect([kept.engine, ended.engine]).toEqual([added, added])
    await far.plug(false)
    // It counts as up for a moment: the start is tried there until its call is given up, and goes on elsewhere.
    const moved = await wanted()
    await expect.poll(async () => (await rowOf(moved.id)).engine).toBe(added)
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('down')
    await drain(near, false)
    await expect.poll(async () => (await rowOf(moved.id)).engine, { timeout: 60_000 }).toBe(near)
    await reaches(moved.id, 'ready')
    expect(await rowOf(moved.id)).toMatchObject({ engine: near })
    const destroying = ended.destroy().catch(() => {})
    expect((await started()).engine).toBe(near)
    expect(await rowOf(kept.id)).toMatchObject({ state: 'ready', engine: added })
    await far.plug(true)
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('up')
    await destroying
    await reaches(ended.id, 'ended')
    expect(await rowOf(kept.id)).toMatchObject({ state: 'ready', generation: kept.generation })
    expect(await (await fetch(`http://${kept.entry}/`)).text()).toBe('ready\n')
    await agrees()
  })

  it('what an earlier start left on the other engine is removed, and the instance goes on', async () => {
    await drain(near, true)
    const { id, generation } = await started()
    await drain(near, false)
    await drain(added, true)
    const other = await started()
    const [settings] = await domain.rows<{ install: string }>(
      `SELECT value #>> '{}' AS install FROM settings WHERE key = 'install'`
    )
    const Labels = {
      'halyard.install': settings!.install,
      'halyard.instance': id,
      'halyard.generation': String(generation - 1)
    }
    const { Id } = await docker<{ Id: string }>('POST', '/containers/create', {
      json: { Image: testImage(), Labels }
    })
    await docker('POST', `/containers/${Id}/start`)
    await expect.poll(() => inspect(Id), { timeout: 40_000 }).toBeNull()
    // The engine tells of this end after the other.
    const [container] = await containersOf({ instance: other.id })
    await docker('POST', `/containers/${container!.Id}/kill`)
    await reaches(other.id, 'ended')
    expect(await rowOf(id)).toMatchObject({ state: 'ready', engine: added })
  })

  it('an engine that dies and comes back has lost its containers, which its instances then say', async () => {
    const there = (await domain.rows<{ id: string }>(
      `SELECT id FROM instances WHERE engine_id = $1 AND state = 'ready'`,
      [added]
    ))!
    expect(there.length).toBeGreaterThan(0)
    await far.kill()
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('down')
    for (const { id } of there) expect((await rowOf(id)).state).toBe('ready')
    expect((await started()).engine).toBe(near)
    await far.start()
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('up')
    for (const { id } of there) {
      await reaches(id, 'ended')
      expect((await rowOf(id)).reason).toMatch(/^(lost|crashed)$/)
    }
    await agrees()
    // Its firewall is gone with its power in earnest; here the rules are still there, and starts go on.
    await drain(near, true)
    const again = await started()
    expect(again.engine).toBe(added)
    expect(await (await fetch(`http://${again.entry}/`)).text()).toBe('ready\n')
    await drain(near, false)
  })

  it('a machine that never comes back is removed with what it held; added again, what is left there is to be cleared up', async () => {
    const { engines } = domain.services
    const held = await domain.rows<{ id: string }>(
      `SELECT id FROM instances WHERE engine_id = $1 AND state = 'ready'`,
      [added]
    )
    expect(held.length).toBeGreaterThan(0)
    await far.plug(false)
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('down')
    await engines.remove(domain.admin, added, true)
    for (const { id } of held) expect(await rowOf(id)).toMatchObject({ state: 'ended', reason: 'lost' })
    await far.plug(true)
    const input = engineInput.parse({ address: far.address, keys: far.keys })
    added = await engines.add(domain.admin, input)
    await expect.poll(async () => (await second()).state, { timeout: 15_000 }).toBe('up')
    // They are young: the next but few comparisons remove them.
    const orphans = await domain.services.instances.orphans(domain.admin)
    const left = orphans.filter(({ kind }) => kind === 'container').map(({ instance }) => instance)
    expect(left.sort()).toEqual(held.map(({ id }) => id).sort())
    expect(left.sort()).toEqual(await far.instances())
  })
})
