import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pod } from '~/jobs/instances/engine/kubernetes/api'
import { callEngine } from '~/scripts/lib/engine/api.mjs'
import { engineInput } from '~/server/engines/input'
import { connectToService } from '~/server/http/tunnels/reach'
import { refused } from '../support/domain'
import { canHaveCluster, missingPrograms, openCluster, type TestCluster } from '../support/instances/cluster'
import { configureRegistry, registryAuth, testImage } from '../support/instances/engine'
import {
  type InstanceDomain,
  openInstanceDomain,
  openWorkers,
  testedEngine
} from '../support/instances/instances'
import { until } from '../support/until'

/** Sooner than in earnest, so that nobody waits half a minute for an engine to count as away. */
const HEARTBEAT = { every: 300, downAfter: 3000 }
const LONG = 60_000

interface Row {
  id: string
  engine: number
  state: string
  reason: string | null
  address: string
  port: number
  published: number
  entry: string
  container: string
}

const absent = canHaveCluster
  ? ''
  : ` (skipped: without ${missingPrograms.join(', ') || 'an engine in a namespace of its own'})`

describe.skipIf(!canHaveCluster)(`a Kubernetes cluster of one node${absent}`, () => {
  let cluster: TestCluster
  let domain: InstanceDomain
  let workers: Awaited<ReturnType<typeof openWorkers>>
  let game: number
  let near: number
  let added: number
  let challenge: number
  beforeAll(async () => {
    ;[cluster, domain] = await Promise.all([openCluster(), openInstanceDomain()])
    workers = await openWorkers(domain, {}, HEARTBEAT)
    await testedEngine(domain)
    game = await domain.game({ containerCountLimit: 0 })
    challenge = await domain.challenge(game)
    near = (await domain.services.engines.list(domain.admin))[0]!.id
    await domain.services.engines.drain(domain.admin, near, true)
  }, 180_000)
  afterAll(async () => {
    await domain?.rows(
      `UPDATE instances SET desired = 'down', next_at = now() WHERE state NOT IN ('ended', 'failed')`
    )
    await domain?.settled().catch(() => {})
    await workers?.close()
    await domain?.close()
    await cluster?.close()
  }, 120_000)

  const view = () => domain.services.engines.one(domain.admin, added)
  const paths = () => `/api/v1/namespaces/${cluster.namespace}`
  const pods = async () => (await cluster.calls.list<Pod>(`${paths()}/pods`)).items
  const podOf = async (id: string) =>
    (await pods()).find(({ metadata }) => metadata.labels?.['halyard.instance'] === id)
  const secretsOf = async (id: string) =>
    (await cluster.calls.list<Pod>(`${paths()}/secrets`)).items.filter(
      ({ metadata }) => metadata.labels?.['halyard.instance'] === id
    )
  const rowOf = async (id: string) =>
    (
      await domain.rows<Row>(
        `SELECT i.id, i.engine_id AS engine, i.state, i.reason, i.container, n.address, n.port, n.published, n.entry
         FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id WHERE i.id = $1`,
        [id]
      )
    )[0]!
  const failureOf = async (id: string) =>
    (
      await domain.rows<{ code: string; text: string }>(
        'SELECT error_code AS code, error_text AS text FROM instances WHERE id = $1',
        [id]
      )
    )[0]!
  const reaches = (id: string, state: string) =>
    expect.poll(async () => (await rowOf(id)).state, { timeout: LONG }).toBe(state)
  const greets = async (entry: string) => (await fetch(`http://${entry}/`)).text()

  /** A team wants its instance. */
  async function wanted(of = challenge) {
    const team = await domain.addTeam(game)
    const player = () => domain.as(team.members[0]!)
    const { instances } = domain.services
    return {
      ...team,
      id: await instances.request(player(), game, of),
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
  const flagOf = async (id: string) =>
    (
      await domain.rows<{ flag: string }>(
        'SELECT f.flag FROM team_flags f JOIN instances i USING (challenge_id, participation_id) WHERE i.id = $1',
        [id]
      )
    )[0]!.flag
  /** What a shell script says in the container of an instance. */
  async function says(container: string, script: string): Promise<string> {
    const exec = { Cmd: ['/bin/sh', '-c', script], AttachStdout: true, AttachStderr: true, Tty: true }
    const { Id } = await cluster.docker<{ Id: string }>('POST', `/containers/${container}/exec`, exec)
    return String(await cluster.docker('POST', `/exec/${Id}/start`, { Detach: false, Tty: true })).replaceAll(
      '\r',
      ''
    )
  }
  const containerOf = async (id: string, index = 0) => {
    const status = (await podOf(id))!.status.containerStatuses!.find(({ name }) => name === `c${index}`)!
    return status.containerID!.replace('docker://', '')
  }

  it('is added with its token, is not used while nothing enforces its policies, and then is', async () => {
    const { engines } = domain.services
    const input = { kind: 'kubernetes', address: cluster.address, namespace: cluster.namespace, places: 100 }
    added = await engines.add(
      domain.admin,
      engineInput.parse({ ...input, keys: { ...cluster.keys, token: 'wrong' } })
    )
    await expect
      .poll(async () => (await view()).error, { timeout: LONG })
      .toMatch(/accepts neither the token/)
    await engines.update(domain.admin, added, engineInput.parse({ ...input, keys: cluster.keys }))
    // No node has the probe image.
    await expect
      .poll(async () => (await view()).guardReport?.error, { timeout: LONG })
      .toMatch(/halyard\/probe.*every node/)
    expect(await view()).toMatchObject({
      state: 'up',
      guard: 'unknown',
      nodes: [{ host: cluster.host, tested: false }]
    })

    await cluster.loadProbe()
    await engines.test(domain.admin, added)
    const reached = async () =>
      [...new Set((await view()).guardReport?.checks.filter(({ ok }) => !ok).map(({ name }) => name))].sort()
    // Docker's own network enforces no policy: the self-test sees it.
    await expect.poll(reached, { timeout: LONG }).toEqual(expect.arrayContaining(['api_server', 'kubelet']))
    expect((await view()).guard).toBe('unguarded')

    // In the place of a network plugin that enforces them.
    for (const chain of ['INPUT', 'FORWARD'])
      await cluster.shell(`iptables -I ${chain} -i docker0 -m conntrack --ctstate NEW -j DROP`)
    await engines.test(domain.admin, added)
    await expect.poll(async () => (await view()).guard, { timeout: LONG }).toBe('guarded')
    expect(await reached()).toEqual([])
    const policies = await cluster.calls.list<Pod>(
      `/apis/networking.k8s.io/v1/namespaces/${cluster.namespace}/networkpolicies`
    )
    expect(policies.items.map(({ metadata }) => metadata.name).sort()).toEqual([
      'halyard-closed',
      'halyard-internet'
    ])
    // The Pods of the test are gone.
    await expect.poll(pods, { timeout: LONG }).toEqual([])
  })

  it('instances start, players and tunnels reach them, and each team has its own flag', async () => {
    const all = [await started(), await started()]
    const flags = await Promise.all(all.map(({ id }) => flagOf(id)))
    expect(new Set(flags).size).toBe(2)
    for (const [n, { id, row }] of all.entries()) {
      expect(row).toMatchObject({
        engine: added,
        address: cluster.host,
        entry: `${cluster.host}:${row.published}`
      })
      expect(await greets(row.entry)).toBe('ready\n')
      ;(await connectToService({ ...row, engine: `tcp://${row.address}` })).destroy()
      expect(await says(await containerOf(id), 'echo "$FLAG"')).toBe(`${flags[n]}\n`)
      expect(JSON.stringify((await podOf(id))!.metadata)).not.toContain(flags[n])
    }
    expect((await view()).nodes).toMatchObject([{ tested: true, instances: 2 }])
    for (const one of all) {
      await one.destroy()
      await reaches(one.id, 'ended')
      expect(await podOf(one.id)).toBeUndefined()
      await expect(fetch(`http://${one.row.entry}/`)).rejects.toThrow()
    }
  })

  it('an instance has its limits and no privileges, and a flag in a file that its user reads', async () => {
    const file = await domain.challenge(game, {
      containerOptions: { flagDelivery: 'file' },
      memoryLimit: 64,
      cpuCount: 2
    })
    const { id, row, ...asked } = await started(file)
    const container = await containerOf(id)
    const { HostConfig, Config } = await cluster.docker<{
      HostConfig: Record<string, unknown>
      Config: { Env: string[] }
    }>('GET', `/containers/${container}/json`)
    expect(HostConfig).toMatchObject({
      ...{ ReadonlyRootfs: true, CapDrop: ['ALL'], Privileged: false, Memory: 64 * 1024 * 1024 },
      ...{ CpuQuota: 20_000, CpuPeriod: 100_000 }
    })
    const flag = await flagOf(id)
    expect(JSON.stringify(Config)).not.toContain(flag)
    const script =
      'cat $FLAG_FILE; grep NoNewPrivs /proc/self/status; ls /var/run/secrets 2>&1 | wc -l; echo x > /tmp/x && echo y > /etc/y'
    const said = await says(container, script)
    expect(said).toContain(`${flag}NoNewPrivs:\t1\n`)
    expect(said).toMatch(/Read-only file system/)
    expect(await secretsOf(id)).toHaveLength(1)
    await domain.rows(`UPDATE instances SET expires_at = now() + interval '5 minutes' WHERE id = $1`, [id])
    const before = (await asked.view()).expiresAt
    await asked.extend()
    expect(Date.parse(String((await asked.view()).expiresAt))).toBeGreaterThan(Date.parse(String(before)))
    expect(await greets(row.entry)).toBe('ready\n')
    await asked.destroy()
    await reaches(id, 'ended')
    expect(await secretsOf(id)).toEqual([])
  })

  it('what an instance writes is read, and so is why it ended', async () => {
    await cluster.makeImage('halyard-test/brief:1', 'echo tide is up; httpd -p 80 -h /www; sleep 6; exit 3')
    await cluster.makeImage('halyard-test/greedy:1', 'httpd -p 80 -h /www; sleep 3; tail /dev/zero')
    const brief = await started(await domain.challenge(game, { containerImage: 'halyard-test/brief:1' }))
    const lines = await domain.services.instances.logs(domain.admin, brief.id, null)
    expect(lines.map(({ text }) => text)).toContain('tide is up')
    await reaches(brief.id, 'ended')
    const [end] = await domain.rows('SELECT reason, exit_code, last_log FROM instances WHERE id = $1', [
      brief.id
    ])
    expect(end).toEqual({ reason: 'crashed', exit_code: 3, last_log: 'tide is up' })
    const greedy = await started(await domain.challenge(game, { containerImage: 'halyard-test/greedy:1' }))
    await reaches(greedy.id, 'ended')
    expect((await rowOf(greedy.id)).reason).toBe('oom')
  })

  it('several containers are one Pod, find each other by name, and keep the dollars of their variables', async () => {
    const service = (name: string, more: string) => `  ${name}:\n    image: ${testImage()}\n${more}`
    const side = service(
      'side',
      '    command: ["/bin/httpd", "-f", "-p", "81", "-h", "/www"]\n    environment:\n      PRICE: "$$(TEAM_ID) $$$$5"\n'
    )
    const compose = `services:\n${service('web', '    expose: ["80"]\n')}${side}`
    const both = await started(
      await domain.challenge(game, {
        containerCompose: compose,
        containerOptions: { entry: { service: 'web' } }
      })
    )
    expect(await greets(both.row.entry)).toBe('ready\n')
    const pod = (await podOf(both.id))!
    expect(pod.spec.containers).toHaveLength(2)
    expect(await says(await containerOf(both.id), 'wget -q -O - http://side:81/')).toBe('ready\n')
    expect(await says(await containerOf(both.id, 1), 'echo "$PRICE"')).toBe('$(TEAM_ID) $$5\n')
    await cluster.docker('POST', `/containers/${await containerOf(both.id, 1)}/kill`)
    await reaches(both.id, 'ended')
    const waiting = `${compose}    healthcheck: { test: ["CMD", "true"] }\n`.replace(
      '    expose: ["80"]\n',
      '    expose: ["80"]\n    depends_on: { side: { condition: service_healthy } }\n'
    )
    const late = await domain.challenge(game, {
      containerCompose: waiting,
      containerOptions: { entry: { service: 'web' } }
    })
    // The other engine is drained: as little starts as without it.
    await refused(wanted(late), 'container.engine_draining')
  })

  it('an image that does not exist, or is refused, is told in the words of the registry', async () => {
    const { engines } = domain.services
    const account = { username: 'crew', password: 'right' }
    const host = '127.0.0.1:5500'
    const home = mkdtempSync(join(tmpdir(), 'halyard-registry-'))
    const registry = cluster.spawn('docker-registry', ['serve', await configureRegistry(home, host, account)])
    const imageThere = async (reference: string) =>
      (await engines.imagesOf(domain.admin, [reference])).find(({ engine }) => engine === cluster.address)
    try {
      const tag = new URLSearchParams({ repo: `${host}/private`, tag: '1' })
      await cluster.docker('POST', `/images/${testImage()}/tag?${tag}`)
      await until(async () => {
        await callEngine(cluster.socket, 'POST', `/images/${host}/private/push?tag=1`, {
          headers: registryAuth(host, account),
          stream: true,
          timeoutMs: 60_000
        })
        return true
      })
      await cluster.docker('DELETE', `/images/${host}/private:1`)
      const login = (password: string) =>
        engines.saveRegistry(domain.admin, { host, username: 'crew', password })
      await login('wrong')
      const closed = await domain.challenge(game, { containerImage: `${host}/private:1` })
      await expect
        .poll(async () => (await imageThere(`${host}/private:1`))?.error, { timeout: LONG })
        .toBe('auth_failed')
      await login('right')
      await expect
        .poll(async () => (await imageThere(`${host}/private:1`))?.state, { timeout: LONG })
        .toBe('ready')
      expect((await imageThere(`${host}/private:1`))!.digest).toMatch(/@sha256:/)
      const one = await started(closed)
      expect(await greets(one.row.entry)).toBe('ready\n')
      await one.destroy()
      await domain.challenge(game, { containerImage: `${host}/nothing:7` })
      await expect
        .poll(async () => (await imageThere(`${host}/nothing:7`))?.error, { timeout: LONG })
        .toBe('not_found')
      expect((await imageThere(`${host}/nothing:7`))!.errorText).toMatch(
        /^node node-1: .*nothing:7.*(not found|unknown)/
      )
      // What pulled is gone, and so are the logins.
      await expect
        .poll(async () => (await pods()).filter(({ metadata }) => metadata.labels?.['halyard.pull']), {
          timeout: LONG
        })
        .toEqual([])
    } finally {
      registry.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    }
  })

  it('a node without room is told in the words of the scheduler, and leaves nothing behind', async () => {
    const { engines } = domain.services
    const settings = { kind: 'kubernetes', address: cluster.address, namespace: cluster.namespace } as const
    const retested = () => expect.poll(async () => (await view()).testing, { timeout: LONG }).toBe(false)
    await engines.update(
      domain.admin,
      added,
      engineInput.parse({ ...settings, memoryMb: 16_000_000, places: 100 })
    )
    await retested()
    const huge = await wanted(await domain.challenge(game, { memoryLimit: 1_000_000 }))
    await expect
      .poll(async () => (await failureOf(huge.id)).text, { timeout: LONG })
      .toMatch(/0\/1 nodes are available: 1 Insufficient memory/)
    await huge.destroy().catch(() => {})
    await domain.rows(`UPDATE instances SET desired = 'down', next_at = now() WHERE id = $1`, [huge.id])
    await expect.poll(() => podOf(huge.id), { timeout: LONG }).toBeUndefined()
    await engines.update(domain.admin, added, engineInput.parse({ ...settings, places: 100 }))
    await retested()
  })

  it('while the API server is gone instances run on; what was asked meanwhile starts once it is back', async () => {
    const before = await started()
    const during = await wanted()
    await expect.poll(async () => (await rowOf(during.id)).state).not.toBe('queued')
    await cluster.stop('kube-apiserver')
    await expect.poll(async () => (await view()).state, { timeout: LONG }).toBe('down')
    expect((await view()).error).toMatch(/ECONNREFUSED|no answer/)
    expect(await greets(before.row.entry)).toBe('ready\n')
    expect((await rowOf(before.id)).state).toBe('ready')
    // The other engine is drained: as little starts as without it.
    await refused(wanted(), 'container.engine_draining')
    await cluster.start('kube-apiserver')
    await expect.poll(async () => (await view()).state, { timeout: LONG }).toBe('up')
    await reaches(during.id, 'ready')
    expect(await greets((await rowOf(during.id)).entry)).toBe('ready\n')
    expect((await rowOf(before.id)).container).toBe(before.row.container)
    for (const one of [before, during]) {
      await one.destroy()
      await reaches(one.id, 'ended')
    }
    await expect.poll(pods, { timeout: LONG }).toEqual([])
  })

  it('workers that start again adopt what runs, and what no row knows is removed', async () => {
    const kept = await started()
    await workers.close()
    const { metadata, spec } = (await podOf(kept.id))!
    const unknown = crypto.randomUUID()
    await cluster.calls.send({
      method: 'POST',
      path: `${paths()}/pods`,
      body: {
        ...{ apiVersion: 'v1', kind: 'Pod' },
        metadata: { name: 'stray', labels: { ...metadata.labels, 'halyard.instance': unknown } },
        spec: {
          restartPolicy: 'Never',
          containers: [{ ...spec.containers[0], ports: [], volumeMounts: [] }]
        }
      }
    })
    workers = await openWorkers(domain, {}, HEARTBEAT)
    await expect.poll(async () => (await view()).state, { timeout: LONG }).toBe('up')
    const next = await started()
    expect(await rowOf(kept.id)).toMatchObject({ state: 'ready', container: kept.row.container })
    expect(await greets(kept.row.entry)).toBe('ready\n')
    const found = await domain.services.instances.orphans(domain.admin)
    expect(found.map(({ instance }) => instance)).toContain(unknown)
    await expect.poll(() => podOf(unknown), { timeout: 120_000 }).toBeUndefined()
    for (const one of [kept, next]) {
      await one.destroy()
      await reaches(one.id, 'ended')
    }
  })

  it('a node that takes nothing new keeps what it has, one that is silent too, and one that is drained has lost it', async () => {
    const kept = await started()
    interface Writable {
      spec: object
    }
    const path = '/api/v1/nodes/node-1'
    const setNode = (spec: object) =>
      until(async () => {
        const now = await cluster.calls.send<Writable>({ method: 'GET', path })
        const body = { ...now, spec: { ...now.spec, ...spec } }
        return cluster.calls.send({ method: 'PUT', path, body })
      })
    const becomes = (what: 'state' | 'availability', value: string) =>
      expect.poll(async () => (await view()).nodes[0]?.[what], { timeout: LONG }).toBe(value)
    await setNode({ unschedulable: true })
    await becomes('availability', 'pause')
    await setNode({ unschedulable: false, taints: [] })
    await becomes('availability', 'active')
    expect(await greets(kept.row.entry)).toBe('ready\n')

    // The only node: a cluster whose nodes are all silent evicts nothing, and its instances wait.
    await cluster.stop('kubelet')
    await becomes('state', 'down')
    expect(await greets(kept.row.entry)).toBe('ready\n')
    await cluster.start('kubelet')
    await becomes('state', 'ready')
    expect(await rowOf(kept.id)).toMatchObject({ state: 'ready', container: kept.row.container })

    await setNode({ taints: [{ key: 'maintenance', effect: 'NoExecute' }] })
    await becomes('availability', 'drain')
    await reaches(kept.id, 'ended')
    expect((await rowOf(kept.id)).reason).toBe('lost')
    await setNode({ taints: [] })
    await becomes('availability', 'active')
    const again = await started()
    expect(await greets(again.row.entry)).toBe('ready\n')
    await again.destroy()
    await reaches(again.id, 'ended')
  }, 300_000)
})
