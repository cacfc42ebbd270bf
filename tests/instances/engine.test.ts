import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import type { StartPlan } from '~/jobs/instances/engine/engine'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { nameOf, planOf, read, shell, useDockerEngine } from '../support/instances/docker-engine'
import { docker, dockerHost, hasEngine, inspect, objectsOf, testImage } from '../support/instances/engine'

const NOTHING = { containers: 0, networks: 0, volumes: 0 }

describe.skipIf(!hasEngine)('a Docker engine', () => {
  const made = useDockerEngine()
  const { install } = made

  it('the engine describes itself', async () => {
    const info = await made.engine.info()
    expect(info.version).toMatch(/^\d+\./)
    expect(info.os).toBe('linux')
    expect(info.cpus).toBeGreaterThanOrEqual(1)
    expect(info.memoryMb).toBeGreaterThan(256)
    expect(info.runtimes).toContain('runc')
  })

  it('the engine starts an instance that answers on its address, and lists the objects it made', async () => {
    const plan = planOf({ env: { FLAG: 'flag{a=b c}' }, labels: { TeamId: '7' }, generation: 3 })
    const { container, address } = await made.engine.start(plan)
    await expect.poll(() => read(address)).toBe('ready')
    expect((await inspect(container))!.Config).toMatchObject({
      Env: expect.arrayContaining(['FLAG=flag{a=b c}']),
      Labels: { TeamId: '7', 'halyard.install': install, 'halyard.instance': plan.instance }
    })
    const { instance } = plan
    const found = await made.engine.list()
    expect(found.map(({ kind, name, running }) => [kind, name, running])).toEqual([
      ['container', nameOf(plan), true],
      ['network', nameOf(plan), true]
    ])
    for (const one of found) {
      expect(one).toMatchObject({ instance, generation: 3 })
      expect(Math.abs(one.createdAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
    expect(await made.engine.inspect(instance)).toEqual({
      running: true,
      exitCode: null,
      oomKilled: false,
      health: null
    })
  })

  it('repeated starts of one generation make one instance', async () => {
    const plan = planOf()
    const first = await made.engine.start(plan)
    expect(await made.engine.start(plan)).toEqual(first)
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 1, volumes: 0 })
  })

  it('a start replaces what an earlier attempt left, running or not', async () => {
    const plan = planOf({ file: { path: '/run/flag', content: 'one', mode: 0o400 } })
    const first = await made.engine.start(plan)
    const next = { ...plan, generation: 2, file: { ...plan.file!, content: 'two' } }
    const second = await made.engine.start(next)
    expect(second.container).not.toBe(first.container)
    await docker('POST', `/containers/${second.container}/kill`)
    const third = await made.engine.start(next)
    expect(third.container).not.toBe(second.container)
    expect((await shell(third.container, 'cat /run/flag')).output).toBe('two')
    await docker('DELETE', `/containers/${third.container}?force=1`)
    await docker('DELETE', `/networks/${nameOf(plan)}`)
    // A container alone, its network gone.
    await docker('POST', `/containers/create?name=${nameOf(plan)}`, {
      json: {
        Image: testImage(),
        Labels: { 'halyard.install': install, 'halyard.instance': plan.instance, 'halyard.generation': '1' }
      }
    })
    await made.engine.start(next)
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 1, volumes: 1 })
  })

  it('removing an instance removes all of it and nothing of another, and is no error when nothing is there', async () => {
    const [plan, other] = [
      planOf({ file: { path: '/run/flag', content: 'x', mode: 0o400 } }),
      planOf({ image: await made.script('sleep 1000') })
    ]
    await made.engine.start(plan)
    await made.engine.start(other)
    const begun = performance.now()
    // The second meets what the first is removing.
    await Promise.all([made.engine.remove(plan.instance), made.engine.remove(plan.instance)])
    // A grace period would be ten seconds.
    expect(performance.now() - begun).toBeLessThan(8000)
    expect(await objectsOf({ install, instance: plan.instance })).toEqual(NOTHING)
    await made.engine.remove(plan.instance)
    expect(await made.engine.inspect(plan.instance)).toBeNull()
    expect(await made.engine.inspect(other.instance)).toMatchObject({ running: true })
    for (const found of await made.engine.list()) {
      await made.engine.removeFound(found)
      await made.engine.removeFound(found)
    }
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('the engine client touches nothing of another install', async () => {
    const others = `test-${randomUUID()}`
    const second = createDockerEngine({ address: dockerHost(), install: others })
    const [plan, theirs] = [planOf(), planOf()]
    await Promise.all([made.engine.start(plan), second.start(theirs)])
    await made.engine.remove(theirs.instance)
    expect(await made.engine.inspect(theirs.instance)).toBeNull()
    await expect(made.engine.logs(theirs.instance)).rejects.toMatchObject({ fault: 'gone' })
    expect(await made.engine.usage([theirs.instance])).toEqual([])
    expect(await second.inspect(theirs.instance)).toMatchObject({ running: true })
    expect((await second.list()).map(({ instance }) => instance)).toEqual([theirs.instance, theirs.instance])
    // The same instance again, from an install that does not own it.
    await expect(made.engine.start({ ...theirs, subnet: planOf().subnet })).rejects.toMatchObject({
      fault: 'name_taken'
    })
    expect(await objectsOf({ install: others })).toEqual({ containers: 1, networks: 1, volumes: 0 })
    await second.remove(theirs.instance)
    second.close()
  })

  describe('a refused start leaves nothing behind', () => {
    const refuses = async (plan: StartPlan, fault: string) => {
      await expect(made.engine.start(plan)).rejects.toMatchObject({ name: 'EngineError', fault })
      expect(await objectsOf({ install, instance: plan.instance })).toEqual(NOTHING)
    }

    it('a start under a name that another owner uses is refused', async () => {
      const plan = planOf({ file: { path: '/srv/flag', content: 'x', mode: 0o400 } })
      const name = nameOf(plan)
      await docker('POST', `/containers/create?name=${name}`, { json: { Image: testImage() } })
      await refuses(plan, 'name_taken')
      await docker('DELETE', `/containers/${name}`)
      await docker('POST', '/networks/create', { json: { Name: name } })
      await refuses(plan, 'name_taken')
      await docker('DELETE', `/networks/${name}`)
      await docker('POST', '/volumes/create', { json: { Name: name } })
      await refuses(plan, 'name_taken')
      await docker('DELETE', `/volumes/${name}`)
      await made.engine.start(plan)
    })

    it('a start in a subnet that is in use is refused', async () => {
      const plan = planOf()
      await made.engine.start(plan)
      await refuses(planOf({ subnet: plan.subnet }), 'subnet_taken')
      expect(await made.engine.inspect(plan.instance)).toMatchObject({ running: true })
    })

    it('a start on a port that a container or another program uses is refused', async () => {
      const publish = { inside: 80, address: '127.0.0.1', port: await freePort('127.0.0.1') }
      const plan = planOf({ publish: [publish] })
      await made.engine.start(plan)
      await refuses(planOf({ publish: [publish] }), 'port_taken')
      await made.engine.remove(plan.instance)
      const server = createServer().listen(publish.port, publish.address)
      await new Promise((resolve) => server.once('listening', resolve))
      try {
        await refuses(planOf({ publish: [publish] }), 'port_taken')
      } finally {
        server.close()
      }
    })

    it('a start of an unknown command or image is refused', async () => {
      const image = await made.image({ cmd: ['/not/there'] })
      const file = { path: '/srv/flag', content: 'x', mode: 0o400 }
      await refuses(planOf({ image, file }), 'start_failed')
      await refuses(planOf({ image: 'halyard-test/absent:1' }), 'image.not_found')
      await refuses(planOf({ capabilities: ['NO_SUCH'] }), 'start_failed')
      await refuses(planOf({ subnet: '10.214.0.1/28' }), 'failed')
    })
  })
})
