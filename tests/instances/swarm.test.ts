import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineInput } from '~/server/engines/input'
import { connectToService } from '~/server/http/tunnels/reach'
import { refused } from '../support/domain'
import {
  ENGINE,
  type InstanceDomain,
  openInstanceDomain,
  openWorkers,
  testedEngine
} from '../support/instances/instances'
import { canHaveTwo } from '../support/instances/second-engine'
import { openRegistry, openSwarm, type SwarmMachine, type TestSwarm } from '../support/instances/swarm'

/** Sooner than in earnest, so that nobody waits half a minute for an engine to count as away. */
const HEARTBEAT = { every: 300, downAfter: 3000 }

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
  container: string
}

interface Service {
  ID: string
  CreatedAt: string
  Spec: {
    Name: string
    Labels: Record<string, string>
    TaskTemplate: { ContainerSpec: { Env?: string[]; Labels: Record<string, string> } }
  }
}

describe.skipIf(!ENGINE || !canHaveTwo)('a Docker Swarm of two machines', () => {
  let swarm: TestSwarm
  let domain: InstanceDomain
  let workers: Awaited<ReturnType<typeof openWorkers>>
  let game: number
  let near: number
  let added: number
  let challenge: number
  /** A service of this install that no row knows. */
  let orphan: string
  beforeAll(async () => {
    ;[swarm, domain] = await Promise.all([openSwarm(), openInstanceDomain()])
    workers = await openWorkers(domain, {}, HEARTBEAT)
    await testedEngine(domain)
    game = await domain.game({ containerCountLimit: 0 })
    challenge = await domain.challenge(game)
    near = (await domain.services.engines.list(domain.admin))[0]!.id
    await domain.services.engines.drain(domain.admin, near, true)
  })
  afterAll(async () => {
    await domain?.rows(
      `UPDATE instances SET desired = 'down', next_at = now() WHERE state NOT IN ('ended', 'failed')`
    )
    await domain?.settled().catch(() => {})
    await workers?.close()
    await domain?.close()
    await swarm?.close()
  })

  const view = () => domain.services.engines.one(domain.admin, added)
  const nodes = async () => new Map((await view()).nodes.map((node) => [node.id, node]))
  const services = () => swarm.manager.call<Service[]>('GET', '/services')
  const rowOf = async (id: string) =>
    (
      await domain.rows<Row>(
        `SELECT i.id, i.engine_id AS engine, i.state, i.reason, i.generation, i.container, n.address, n.port, n.published,
           n.entry FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id WHERE i.id = $1`,
        [id]
      )
    )[0]!
  const reaches = (id: string, state: string) =>
    expect.poll(async () => (await rowOf(id)).state, { timeout: 40_000 }).toBe(state)

  /** A team wants its instance. */
  async function wanted(of = challenge) {
    const team = await domain.addTeam(game)
    const player = () => domain.as(team.members[0]!)
    const { instances } = domain.services
    const request = () => instances.request(player(), game, of)
    return {
      ...team,
      id: await request(),
      request,
      view: () => instances.view(player(), game, of),
      extend: () => instances.extend(player(), game, of),
      async destroy() {
        await domain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
        await instances.destroy(player(), game, of)
      }
    }
  }
  async function started(of = challenge) {
    const asked = await wanted(of)
    await reaches(asked.id, 'ready')
    return { ...asked, row: await rowOf(asked.id) }
  }
  const on = <T extends { row: Row }>({ host }: SwarmMachine, all: T[]) =>
    all.filter(({ row }) => row.address === host)
  const greets = async (entry: string) => (await fetch(`http://${entry}/`)).text()
  /** Rows and both machines say the same. */
  const agrees = () =>
    expect
      .poll(
        async () => {
          const live = await domain.rows<{ id: string }>(
            `SELECT id FROM instances WHERE engine_id = $1 AND state = 'ready'`,
            [added]
          )
          const there = [
            ...(await swarm.manager.instances()).keys(),
            ...(await swarm.worker.instances()).keys()
          ]
          const named = (await services()).flatMap(({ Spec }) => Spec.Labels['halyard.instance'] ?? [])
          return [
            there.sort().join(),
            named.sort().join(),
            live
              .map(({ id }) => id)
              .sort()
              .join()
          ]
        },
        { timeout: 90_000 }
      )
      .toSatisfy(([there, named, live]) => there === live && named === live)

  it('a manager is added like an engine, and only nodes that passed the self-test are used', async () => {
    const { engines } = domain.services
    const input = engineInput.parse({ kind: 'swarm', address: swarm.address, keys: swarm.keys, places: 100 })
    await swarm.manager.shell(engines.rules(domain.admin))
    added = await engines.add(domain.admin, input)
    await expect.poll(async () => (await view()).guard, { timeout: 60_000 }).toBe('guarded')
    // The worker has no probe image, so nobody knows what is reached from there.
    expect((await view()).guardReport?.error).toContain('halyard/probe')
    expect([...(await nodes()).values()].map(({ tested }) => tested).sort()).toEqual([false, true])
    const [first, second] = [await started(), await started()]
    expect(on(swarm.manager, [first, second])).toHaveLength(2)

    // With the image but without rules, instances there would reach the machine.
    await swarm.worker.loadProbe()
    await engines.test(domain.admin, added)
    const reached = () => view().then(({ guardReport }) => guardReport?.checks.filter(({ ok }) => !ok) ?? [])
    await expect.poll(async () => (await reached()).length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect((await nodes()).get(swarm.worker.node)?.tested).toBe(false)

    await swarm.worker.shell(engines.rules(domain.admin))
    await engines.test(domain.admin, added)
    await expect
      .poll(async () => (await nodes()).get(swarm.worker.node)?.tested, { timeout: 60_000 })
      .toBe(true)
    expect(await reached()).toEqual([])
    expect((await view()).guardReport?.error).toBeNull()
    for (const one of [first, second]) await one.destroy()
    await agrees()
  })

  it('instances start on both nodes, tunnels reach them, and each team has its own flag', async () => {
    const all = [await started(), await started(), await started(), await started()]
    for (const machine of [swarm.manager, swarm.worker]) expect(on(machine, all)).toHaveLength(2)
    for (const { row } of all) {
      expect(row.entry).toBe(`${row.address}:${row.published}`)
      expect(await greets(row.entry)).toBe('ready\n')
      const [target] = await domain.rows<{ engine: string }>(
        `SELECT 'tcp://' || address AS engine FROM instance_endpoints WHERE instance_id = $1`,
        [row.id]
      )
      ;(await connectToService({ ...row, ...target! })).destroy()
    }
    expect([...(await nodes()).values()].map(({ instances }) => instances)).toEqual([2, 2])
    const flags = await domain.rows<{ id: string; flag: string }>(
      `SELECT i.id, f.flag FROM team_flags f JOIN instances i USING (challenge_id, participation_id) WHERE i.state = 'ready'`
    )
    expect(new Set(flags.map(({ flag }) => flag)).size).toBe(4)
    for (const { Spec } of await services()) {
      const { flag } = flags.find(({ id }) => id === Spec.Labels['halyard.instance'])!
      const { Env, Labels } = Spec.TaskTemplate.ContainerSpec
      expect(Env).toContain(`FLAG=${flag}`)
      expect(JSON.stringify([Spec.Labels, Labels])).not.toContain(flag)
    }
    const far = on(swarm.worker, all)[0]!
    await far.destroy()
    await reaches(far.id, 'ended')
    // Its port is free again, so nothing of it is left on the node.
    await expect(fetch(`http://${far.row.entry}/`)).rejects.toThrow()
    await agrees()
  })

  it('an instance has its limits, no privileges, and ports at the private address of its node only', async () => {
    const file = await domain.challenge(game, {
      containerOptions: { flagDelivery: 'file' },
      memoryLimit: 64,
      cpuCount: 2
    })
    const { id, row } = await started(file)
    const machine = row.address === swarm.manager.host ? swarm.manager : swarm.worker
    const { HostConfig, Config, NetworkSettings } = await machine.call<{
      HostConfig: Record<string, unknown>
      Config: { Env: string[] }
      NetworkSettings: { Ports: Record<string, { HostIp: string }[]>; Networks: object }
    }>('GET', `/containers/${row.container}/json`)
    expect(HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      Memory: 64 * 1024 * 1024,
      NanoCpus: 2e8,
      PidsLimit: 256
    })
    expect(Object.keys(NetworkSettings.Networks)).toEqual(['halyard'])
    expect(NetworkSettings.Ports['80/tcp']!.map(({ HostIp }) => HostIp)).toEqual([machine.host])
    const [own] = await domain.rows<{ flag: string }>(
      'SELECT f.flag FROM team_flags f JOIN instances i USING (challenge_id, participation_id) WHERE i.id = $1',
      [id]
    )
    expect(JSON.stringify(Config)).not.toContain(own!.flag)
    const { Id } = await machine.call<{ Id: string }>('POST', `/containers/${row.container}/exec`, {
      Cmd: [
        '/bin/sh',
        '-c',
        'cat /run/halyard/flag; stat -c " %a" /run/halyard/flag; grep NoNewPrivs /proc/self/status'
      ],
      AttachStdout: true,
      Tty: true
    })
    const said = String(await machine.call('POST', `/exec/${Id}/start`, { Detach: false, Tty: true }))
    expect(said.replaceAll('\r', '')).toBe(`${own!.flag} 400\nNoNewPrivs:\t1\n`)
  })

  it('what an instance writes is read from its node, and so is why it ended', async () => {
    await swarm.makeImage('halyard-test/brief:1', 'echo tide is up; httpd -p 80 -h /www; sleep 6; exit 3')
    const brief = await domain.challenge(game, { containerImage: 'halyard-test/brief:1' })
    const both = [await started(brief), await started(brief)]
    for (const machine of [swarm.manager, swarm.worker]) expect(on(machine, both)).toHaveLength(1)
    for (const { id } of both) {
      const lines = await domain.services.instances.logs(domain.admin, id, null)
      expect(lines.map(({ text }) => text)).toContain('tide is up')
    }
    for (const { id } of both) {
      await reaches(id, 'ended')
      const [end] = await domain.rows('SELECT reason, exit_code, last_log FROM instances WHERE id = $1', [id])
      expect(end).toEqual({ reason: 'crashed', exit_code: 3, last_log: 'tide is up' })
    }
  })

  it('a service and its secret go with the instance, which is extended like any other', async () => {
    const file = await domain.challenge(game, { containerOptions: { flagDelivery: 'file' } })
    const asked = await started(file)
    const secrets = () =>
      swarm.manager
        .call<{ Spec: { Labels: Record<string, string> } }[]>('GET', '/secrets')
        .then((all) => all.filter(({ Spec }) => Spec.Labels['halyard.instance'] === asked.id))
    expect(await secrets()).toHaveLength(1)
    await domain.rows(`UPDATE instances SET expires_at = now() + interval '5 minutes' WHERE id = $1`, [
      asked.id
    ])
    const before = (await asked.view()).expiresAt
    await asked.extend()
    expect(Date.parse(String((await asked.view()).expiresAt))).not.toBe(Date.parse(String(before)))
    await asked.destroy()
    await reaches(asked.id, 'ended')
    expect(await secrets()).toEqual([])
    await agrees()
  })

  it('images of a private registry are pulled on every node with its login', async () => {
    const { engines } = domain.services
    const registry = await openRegistry(swarm, { username: 'crew', password: 'right' })
    const login = (password: string) =>
      engines.saveRegistry(domain.admin, { host: registry.host, username: 'crew', password })
    const imageThere = async () =>
      (await engines.imagesOf(domain.admin, [registry.reference])).find(
        ({ engine }) => engine === swarm.address
      )
    try {
      await login('wrong')
      const closed = await domain.challenge(game, { containerImage: registry.reference })
      await expect.poll(async () => (await imageThere())?.error, { timeout: 30_000 }).toBe('auth_failed')
      await login('right')
      await expect.poll(async () => (await imageThere())?.state, { timeout: 60_000 }).toBe('ready')
      const { digest } = (await imageThere())!
      for (const machine of [swarm.manager, swarm.worker]) {
        const all = await machine.call<{ RepoDigests: string[] | null }[]>('GET', '/images/json')
        expect(all.flatMap(({ RepoDigests }) => RepoDigests ?? [])).toContain(digest)
      }
      const both = [await started(closed), await started(closed)]
      for (const { row } of both) expect(await greets(row.entry)).toBe('ready\n')
      // What pulled is gone.
      expect((await services()).filter(({ Spec }) => Spec.Labels['halyard.pull'])).toEqual([])
      for (const one of both) await one.destroy()
    } finally {
      await registry.close()
    }
  })

  it('what a Swarm cannot keep apart goes to another engine, or nowhere', async () => {
    const compose = `services:\n  web:\n    image: ${process.env.TEST_IMAGE}\n    expose: ["80"]\n  side:\n    image: ${process.env.TEST_IMAGE}\n`
    const several = await domain.challenge(game, {
      containerCompose: compose,
      containerOptions: { entry: { service: 'web' } }
    })
    const writable = await domain.challenge(game, { containerOptions: { readOnly: false } })
    // The other engine is drained: as little starts as without it, and a Swarm does not jump in.
    await refused(wanted(several), 'container.engine_draining')
    await domain.services.engines.drain(domain.admin, near, false)
    const asked = [await wanted(several), await wanted(writable)]
    for (const { id } of asked) {
      await reaches(id, 'ready')
      expect((await rowOf(id)).engine).toBe(near)
    }
    for (const one of asked) await one.destroy()
    await domain.services.engines.drain(domain.admin, near, true)
  })

  it('workers that start again adopt what runs, and what no row knows is removed', async () => {
    const kept = await started()
    const before = (await services()).find(({ Spec }) => Spec.Labels['halyard.instance'] === kept.id)!
    await workers.close()
    const { Name, ...spec } = before.Spec
    const unknown = crypto.randomUUID()
    const { ID } = await swarm.manager.call<{ ID: string }>('POST', '/services/create', {
      ...spec,
      Name: `${Name}-x`,
      Labels: { ...spec.Labels, 'halyard.instance': unknown },
      EndpointSpec: { Mode: 'dnsrr' }
    })
    orphan = ID
    workers = await openWorkers(domain, {}, HEARTBEAT)
    await expect.poll(async () => (await view()).state, { timeout: 30_000 }).toBe('up')
    const next = await started()
    expect(await rowOf(kept.id)).toMatchObject({ state: 'ready', container: kept.row.container })
    expect(await greets(kept.row.entry)).toBe('ready\n')
    const found = await domain.services.instances.orphans(domain.admin)
    // Beside what the first self-test of the other engine has there.
    expect(found.map(({ instance }) => instance)).toContain(unknown)
    for (const one of [kept, next]) await one.destroy()
  })

  it('a node that is paused takes nothing new; one that is drained ends what it has, which can start elsewhere', async () => {
    const all = [await started(), await started(), await started(), await started()]
    const there = on(swarm.worker, all)
    expect(there.length).toBeGreaterThan(0)
    const [held] = await domain.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id
       WHERE i.state = 'ready' AND n.address = $1`,
      [swarm.worker.host]
    )
    await swarm.setAvailability(swarm.worker, 'pause')
    const more = [await started(), await started(), await started()]
    expect(on(swarm.manager, more)).toHaveLength(3)
    await expect
      .poll(async () => (await nodes()).get(swarm.worker.node), { timeout: 10_000 })
      .toMatchObject({ availability: 'pause', instances: held!.n })
    for (const { row } of there) expect(await greets(row.entry)).toBe('ready\n')

    await swarm.setAvailability(swarm.worker, 'drain')
    for (const one of there) {
      await reaches(one.id, 'ended')
      expect(await one.view()).toMatchObject({ state: 'ended', reason: 'lost' })
    }
    await domain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    const again = await there[0]!.request()
    await reaches(again, 'ready')
    expect((await rowOf(again)).address).toBe(swarm.manager.host)
    await swarm.setAvailability(swarm.worker, 'active')
    await agrees()
  })

  it('a node that is lost ends what it held; its team is told and starts again on the other', async () => {
    const all = [await started(), await started(), await started(), await started()]
    const there = on(swarm.worker, all)
    expect(there.length).toBeGreaterThan(0)
    await swarm.worker.kill()
    await expect
      .poll(async () => (await nodes()).get(swarm.worker.node)?.state, { timeout: 60_000 })
      .toBe('down')
    for (const one of there) {
      await reaches(one.id, 'ended')
      expect(await one.view()).toMatchObject({ state: 'ended', reason: 'lost' })
    }
    // The Swarm itself still answers, and what runs elsewhere goes on.
    expect((await view()).state).toBe('up')
    for (const { row } of on(swarm.manager, all)) expect(await greets(row.entry)).toBe('ready\n')
    await domain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    const again = await there[0]!.request()
    await reaches(again, 'ready')
    expect((await rowOf(again)).address).toBe(swarm.manager.host)
    await swarm.worker.start()
    await expect
      .poll(async () => (await nodes()).get(swarm.worker.node)?.state, { timeout: 60_000 })
      .toBe('ready')
    await agrees()
    expect((await services()).map(({ ID }) => ID)).not.toContain(orphan)
    expect((await view()).orphansRemoved).toBeGreaterThan(0)
  })
})
