import { describe, expect, it } from 'vitest'
import type { ContainerPlan, StartPlan } from '~/jobs/instances/engine/engine'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { nameOf, planOf, read, shell, useDockerEngine } from '../support/instances/docker-engine'
import { containersOf, docker, hasEngine, inspect, objectsOf, testImage } from '../support/instances/engine'

const NOTHING = { containers: 0, networks: 0, volumes: 0 }

const other = (service: string, more: Partial<ContainerPlan> = {}): ContainerPlan => ({
  ...{ service, image: testImage(), env: {}, publish: [], readOnly: true, capabilities: [], file: null },
  limits: { memoryMb: 32, cpu: 5, pids: 32, diskMb: 8 },
  ...more
})

const CHECK = { intervalMs: 200, timeoutMs: 2000, startPeriodMs: 0, retries: 60 }

describe.skipIf(!hasEngine)('an instance of several containers', () => {
  const made = useDockerEngine()
  const { install } = made
  const severalOf = (more: Partial<StartPlan> = {}) =>
    planOf({ service: 'web', beside: [other('db'), other('bot')], ...more })

  it('containers of an instance see each other by name, and nobody else', async () => {
    const port = await freePort('127.0.0.1')
    const plan = severalOf()
    plan.beside![0]!.publish = [{ inside: 80, address: '127.0.0.1', port }]
    const { container, address, beside } = await made.engine.start(plan)
    expect(Object.keys(beside)).toEqual(['db', 'bot'])
    expect(new Set([address, ...Object.values(beside)]).size).toBe(3)
    for (const at of [address, ...Object.values(beside)]) await expect.poll(() => read(at)).toBe('ready')
    await expect.poll(() => read(`127.0.0.1:${port}`)).toBe('ready')
    // The image's static busybox cannot resolve names itself.
    const ask = (address: string) =>
      shell(container, `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 3 ${address} 80`)
    for (const name of ['db', 'bot'])
      expect((await ask(`$(awk '$2 == "${name}" { print $1 }' /etc/hosts)`)).output).toContain('ready')
    const stranger = severalOf()
    const theirs = await made.engine.start(stranger)
    expect((await ask(theirs.beside.db!)).output).not.toContain('ready')
    await made.engine.remove(stranger.instance)
    expect(await read(beside.bot!)).toBe('ready')
    await made.engine.remove(plan.instance)
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('repeated starts make one instance, and make it again when a container is gone', async () => {
    const plan = severalOf()
    const first = await made.engine.start(plan)
    expect(await made.engine.start(plan)).toEqual(first)
    expect(await objectsOf({ install })).toEqual({ containers: 3, networks: 1, volumes: 0 })
    await docker('POST', `/containers/${nameOf(plan)}.db/kill`)
    expect(await made.engine.inspect(plan.instance)).toMatchObject({ running: false, exitCode: 137 })
    const again = await made.engine.start(plan)
    expect(again.container).not.toBe(first.container)
    expect(await made.engine.inspect(plan.instance)).toMatchObject({ running: true })
    await docker('DELETE', `/containers/${nameOf(plan)}.bot?force=1`)
    expect(await made.engine.inspect(plan.instance)).toMatchObject({ running: false, exitCode: null })
  })

  it('a container starts after those that it depends on are healthy', async () => {
    const slow = { ...CHECK, test: ['CMD', 'test', '-e', '/tmp/up'] }
    const command = ['/bin/sh', '-c', 'sleep 1; touch /tmp/up; exec httpd -f -p 80 -h /www']
    const plan = severalOf({ dependsOn: [{ service: 'db', condition: 'healthy' }] })
    plan.beside![0] = other('db', { command, healthcheck: slow })
    await made.engine.start(plan)
    const started = async (name: string) =>
      Date.parse(
        (await docker<{ State: { StartedAt: string } }>('GET', `/containers/${name}/json`)).State.StartedAt
      )
    const [web, db] = [await started(nameOf(plan)), await started(`${nameOf(plan)}.db`)]
    expect(web - db).toBeGreaterThan(900)
    expect(await made.engine.inspect(plan.instance)).toMatchObject({ running: true, health: 'healthy' })
  })

  it('nothing is left when a container cannot start, exits or stays unhealthy', async () => {
    const dead = severalOf()
    dead.beside![1]!.command = ['/not/there']
    await expect(made.engine.start(dead)).rejects.toMatchObject({ fault: 'start_failed' })
    const sick = severalOf({ dependsOn: [{ service: 'db', condition: 'healthy' }], startTimeout: 2 })
    sick.beside![0]!.healthcheck = { ...CHECK, test: ['CMD', 'false'] }
    await expect(made.engine.start(sick)).rejects.toThrow(/db did not become healthy/)
    const over = severalOf({ dependsOn: [{ service: 'db', condition: 'healthy' }] })
    over.beside![0] = other('db', {
      command: ['/bin/true'],
      healthcheck: { ...CHECK, test: ['CMD', 'true'] }
    })
    await expect(made.engine.start(over)).rejects.toThrow(/db did not become healthy/)
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('a start that is cancelled while containers wait for each other ends at once and leaves nothing', async () => {
    const plan = severalOf({ dependsOn: [{ service: 'db', condition: 'healthy' }] })
    plan.beside![0]!.healthcheck = { ...CHECK, test: ['CMD', 'false'], retries: 600 }
    const cancel = new AbortController()
    const starting = made.engine.start(plan, cancel.signal).then(
      () => 'started',
      () => 'cancelled'
    )
    await expect.poll(async () => (await inspect(`${nameOf(plan)}.db`))?.State.Running).toBe(true)
    const from = Date.now()
    cancel.abort()
    expect(await starting).toBe('cancelled')
    expect(Date.now() - from).toBeLessThan(5000)
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('containers that wait for each other share the time of the start', async () => {
    const slow = (service: string, more: Partial<ContainerPlan> = {}) =>
      other(service, {
        command: ['/bin/sh', '-c', 'sleep 2; touch /tmp/up; exec httpd -f -p 80 -h /www'],
        healthcheck: { ...CHECK, test: ['CMD', 'test', '-e', '/tmp/up'] },
        ...more
      })
    const chain = (startTimeout: number) =>
      planOf({
        ...{ service: 'web', startTimeout, dependsOn: [{ service: 'db', condition: 'healthy' }] },
        beside: [slow('db', { dependsOn: [{ service: 'store', condition: 'healthy' }] }), slow('store')]
      })
    await expect(made.engine.start(chain(3))).rejects.toMatchObject({
      ...{ fault: 'not_ready', message: 'db did not become healthy' }
    })
    const { waitedMs } = await made.engine.start(chain(30))
    expect(waitedMs).toBeGreaterThan(3800)
  })

  it('a start that fails after another process took over leaves what that process made', async () => {
    const plan = severalOf({ dependsOn: [{ service: 'db', condition: 'healthy' }] })
    plan.beside![0]!.healthcheck = { ...CHECK, test: ['CMD', 'false'] }
    const failing = made.engine.start(plan).catch((error: Error) => error.message)
    const db = `${nameOf(plan)}.db`
    await expect.poll(async () => (await inspect(db))?.State.Running).toBe(true)
    const Labels = {
      'halyard.install': install,
      'halyard.instance': plan.instance,
      'halyard.generation': '2'
    }
    await docker('POST', `/containers/create?name=${nameOf(plan)}.later`, {
      json: { Image: testImage(), Labels }
    })
    await docker('POST', '/volumes/create', { json: { Name: `${nameOf(plan)}.volume.later`, Labels } })
    await docker('POST', `/containers/${db}/kill`)
    expect(await failing).toMatch(/db did not become healthy/)
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 0, volumes: 1 })
  })

  it('an earlier start neither replaces nor removes a later one', async () => {
    const file = { path: '/run/flag', content: 'one', mode: 0o400 }
    const plan = planOf({ generation: 2, file })
    const { container } = await made.engine.start(plan)
    const earlier = { ...plan, generation: 1, file: { ...file, content: 'two' } }
    await expect(made.engine.start(earlier)).rejects.toMatchObject({ fault: 'name_taken' })
    await made.engine.remove(plan.instance, 1)
    expect((await shell(container, 'cat /run/flag')).output).toBe('one')
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 1, volumes: 1 })
    await made.engine.remove(plan.instance, 2)
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('containers share folders of limited size, which are removed with the instance', async () => {
    const volumes = [{ name: 'data', path: '/data', readOnly: false }]
    const plan = severalOf({ volumes })
    plan.beside![0]!.volumes = [{ ...volumes[0]!, readOnly: true }]
    const { container } = await made.engine.start(plan)
    expect((await shell(container, 'echo shared > /data/note')).code).toBe(0)
    const db = `${nameOf(plan)}.db`
    expect((await shell(db, 'cat /data/note')).output.trim()).toBe('shared')
    expect((await shell(db, 'echo no > /data/note')).code).not.toBe(0)
    expect((await shell(container, 'dd if=/dev/zero of=/data/big bs=1M count=64')).code).not.toBe(0)
    await made.engine.remove(plan.instance)
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('logs name their container, and usage is the sum of all', async () => {
    const plan = severalOf({ command: ['/bin/sh', '-c', 'echo from web; exec sleep 60'] })
    plan.beside![0]!.command = ['/bin/sh', '-c', 'echo from db >&2; exec sleep 60']
    await made.engine.start(plan)
    const said = async () => (await made.engine.logs(plan.instance)).map(({ text }) => text).sort()
    await expect.poll(said).toEqual(['db | from db', 'web | from web'])
    const [usage, ...rest] = await made.engine.usage([plan.instance])
    expect(rest).toEqual([])
    expect(usage!.pids).toBeGreaterThanOrEqual(3)
    expect(await made.engine.writtenBytes(plan.instance)).toBe(0)
    expect(await containersOf({ install })).toHaveLength(3)
  })
})
