import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import type { Engine, EngineEvent, StartPlan } from '~/jobs/instances/engine/engine'
import { freePort } from '~/scripts/lib/ports.mjs'
import {
  docker,
  dockerHost,
  execute,
  hasEngine,
  imageOf,
  inspect,
  objectsOf,
  removeAll,
  removeImage,
  testImage
} from '../support/engine'
import { forwardTo } from '../support/forwarder'

const NOTHING = { containers: 0, networks: 0, volumes: 0 }

let subnets = 0

function planOf(changes: Partial<StartPlan> = {}, limits: Partial<StartPlan['limits']> = {}): StartPlan {
  const at = 8 * subnets++
  return {
    instance: randomUUID(),
    generation: 1,
    image: testImage(),
    env: {},
    labels: {},
    port: 80,
    publish: null,
    subnet: `10.214.${at >> 8}.${at & 255}/29`,
    egress: { kind: 'none' },
    limits: { memoryMb: 64, cpu: 5, pids: 64, diskMb: 8, ...limits },
    readOnly: true,
    capabilities: [],
    file: null,
    ...changes
  }
}

const nameOf = ({ instance }: StartPlan) => `hal-${instance.slice(0, 8)}`

const read = async (address: string): Promise<string | null> => {
  const answer = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
  return answer && (await answer.text()).trim()
}

/** What a shell in the container writes, and how it ends. */
const shell = async (container: string, script: string, user = '') => {
  const { code, output } = await execute(container, ['/bin/sh', '-c', script], user)
  return { code, output: output.replaceAll('\r', '').trim() }
}

describe.skipIf(!hasEngine)('a Docker engine', () => {
  const install = `test-${randomUUID()}`
  const images: string[] = []
  let engine: Engine

  /** An image of this file, with a command for its shell. */
  const scriptImage = async (script: string, options: Parameters<typeof imageOf>[1] = {}) => {
    const reference = await imageOf(`halyard-test/engine:${randomUUID().slice(0, 8)}`, {
      cmd: ['/bin/sh', '-c', script],
      ...options
    })
    images.push(reference)
    return reference
  }

  beforeAll(() => {
    engine = createDockerEngine({ address: dockerHost(), install })
  })
  afterEach(() => removeAll(`halyard.install=${install}`))
  afterAll(async () => {
    engine.close()
    for (const image of images) await removeImage(image)
  })

  it('says what it is', async () => {
    const info = await engine.info()
    expect(info.version).toMatch(/^\d+\./)
    expect(info.os).toBe('linux')
    expect(info.cpus).toBeGreaterThanOrEqual(1)
    expect(info.memoryMb).toBeGreaterThan(256)
    expect(info.runtimes).toContain('runc')
  })

  it('starts an instance that answers on its address, and lists what it made', async () => {
    const plan = planOf({ env: { FLAG: 'flag{a=b c}' }, labels: { TeamId: '7' }, generation: 3 })
    const { container, address } = await engine.start(plan)
    await expect.poll(() => read(address)).toBe('ready')
    expect((await inspect(container))!.Config).toMatchObject({
      Env: expect.arrayContaining(['FLAG=flag{a=b c}']),
      Labels: { TeamId: '7', 'halyard.install': install, 'halyard.instance': plan.instance }
    })
    const { instance } = plan
    const found = await engine.list()
    expect(found.map(({ kind, name, running }) => [kind, name, running])).toEqual([
      ['container', nameOf(plan), true],
      ['network', nameOf(plan), true]
    ])
    for (const one of found) {
      expect(one).toMatchObject({ instance, generation: 3 })
      expect(Math.abs(one.createdAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
    expect(await engine.inspect(instance)).toEqual({
      running: true,
      exitCode: null,
      oomKilled: false,
      health: null
    })
  })

  it('starts once however often it is told to', async () => {
    const plan = planOf()
    const first = await engine.start(plan)
    expect(await engine.start(plan)).toEqual(first)
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 1, volumes: 0 })
  })

  it('replaces what an earlier attempt left, running or not', async () => {
    const plan = planOf({ file: { path: '/run/flag', content: 'one', mode: 0o400 } })
    const first = await engine.start(plan)
    const next = { ...plan, generation: 2, file: { ...plan.file!, content: 'two' } }
    const second = await engine.start(next)
    expect(second.container).not.toBe(first.container)
    await docker('POST', `/containers/${second.container}/kill`)
    const third = await engine.start(next)
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
    await engine.start(next)
    expect(await objectsOf({ install })).toEqual({ containers: 1, networks: 1, volumes: 1 })
  })

  it('removes everything of an instance at once and of no other; what is not there is no error', async () => {
    const [plan, other] = [
      planOf({ file: { path: '/run/flag', content: 'x', mode: 0o400 } }),
      planOf({ image: await scriptImage('sleep 1000') })
    ]
    await engine.start(plan)
    await engine.start(other)
    const begun = performance.now()
    // The second meets what the first is removing.
    await Promise.all([engine.remove(plan.instance), engine.remove(plan.instance)])
    // A grace period would be ten seconds.
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(await objectsOf({ install, instance: plan.instance })).toEqual(NOTHING)
    await engine.remove(plan.instance)
    expect(await engine.inspect(plan.instance)).toBeNull()
    expect(await engine.inspect(other.instance)).toMatchObject({ running: true })
    for (const found of await engine.list()) {
      await engine.removeFound(found)
      await engine.removeFound(found)
    }
    expect(await objectsOf({ install })).toEqual(NOTHING)
  })

  it('touches nothing of another install', async () => {
    const others = `test-${randomUUID()}`
    const second = createDockerEngine({ address: dockerHost(), install: others })
    const [plan, theirs] = [planOf(), planOf()]
    await Promise.all([engine.start(plan), second.start(theirs)])
    await engine.remove(theirs.instance)
    expect(await engine.inspect(theirs.instance)).toBeNull()
    await expect(engine.logs(theirs.instance)).rejects.toMatchObject({ fault: 'gone' })
    expect(await engine.usage([theirs.instance])).toEqual([])
    expect(await second.inspect(theirs.instance)).toMatchObject({ running: true })
    expect((await second.list()).map(({ instance }) => instance)).toEqual([theirs.instance, theirs.instance])
    // The same instance again, from an install that does not own it.
    await expect(engine.start({ ...theirs, subnet: planOf().subnet })).rejects.toMatchObject({
      fault: 'name_taken'
    })
    expect(await objectsOf({ install: others })).toEqual({ containers: 1, networks: 1, volumes: 0 })
    await second.remove(theirs.instance)
    second.close()
  })

  describe('limits', () => {
    it('are in force: memory, with what is said when it runs out', async () => {
      const events: EngineEvent[] = []
      const watching = new AbortController()
      const watched = engine.watch(watching.signal, (event) => events.push(event))
      const plan = planOf({ image: await scriptImage('sleep 1; exec tail /dev/zero') }, { memoryMb: 16 })
      await engine.start(plan)
      await expect
        .poll(() => engine.inspect(plan.instance), { timeout: 60_000 })
        .toMatchObject({
          running: false,
          exitCode: 137,
          oomKilled: true
        })
      const { instance } = plan
      await expect.poll(() => events).toContainEqual({ instance, kind: 'die' })
      expect(events).toEqual([
        { instance, kind: 'oom' },
        { instance, kind: 'die' }
      ])
      watching.abort()
      await watched
    })

    it('are in force: processes, files, no swap', async () => {
      const image = await scriptImage('for i in $(seq 8); do sleep 1000 & done; exec sleep 1000')
      const plan = planOf({ image }, { pids: 12 })
      const { container } = await engine.start(plan)
      await expect.poll(() => engine.usage([plan.instance])).toMatchObject([{ pids: 9 }])
      const forks = await shell(container, 'for i in $(seq 8); do sleep 20 & done')
      expect(forks.output).toContain("can't fork")
      expect((await shell(container, 'ulimit -n; ulimit -Hn')).output).toBe('4096\n4096')
      expect((await inspect(container))!.HostConfig).toMatchObject({
        Memory: 64 * 1024 * 1024,
        MemorySwap: 64 * 1024 * 1024,
        OomScoreAdj: 500,
        PublishAllPorts: false,
        AutoRemove: false,
        RestartPolicy: { Name: 'no' },
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } }
      })
    })

    it('are in force: the processor, as its usage shows', async () => {
      const plan = planOf({ image: await scriptImage('while :; do :; done') }, { cpu: 2 })
      await engine.start(plan)
      expect((await engine.usage([plan.instance]))[0]).toMatchObject({ instance: plan.instance })
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const [usage] = await engine.usage([plan.instance, randomUUID()])
      expect(usage!.cpu).toBeGreaterThan(0.02)
      expect(usage!.cpu).toBeLessThan(0.3)
      expect(usage!.memoryMb).toBeGreaterThan(0)
      expect(usage!.memoryMb).toBeLessThan(64)
    })

    it('may be large: more memory than 32 bits count, more cores than there are', async () => {
      const plan = planOf({}, { memoryMb: 6144, cpu: 10_000 })
      const { container } = await engine.start(plan)
      const { cpus } = await engine.info()
      expect((await inspect(container))!.HostConfig).toMatchObject({
        Memory: 6144 * 1024 * 1024,
        MemorySwap: 6144 * 1024 * 1024,
        NanoCpus: cpus * 1e9
      })
    })
  })

  it('takes every capability but the listed ones, and the ways to get them', async () => {
    const status = async (capabilities: string[]) => {
      const { container } = await engine.start(planOf({ capabilities }))
      return (await shell(container, 'cat /proc/1/status')).output
    }
    const bare = await status([])
    expect(bare).toMatch(/^CapEff:\s0{16}$/m)
    expect(bare).toMatch(/^CapBnd:\s0{16}$/m)
    expect(bare).toMatch(/^NoNewPrivs:\s1$/m)
    // Bits 0 and 10.
    expect(await status(['CHOWN', 'NET_BIND_SERVICE'])).toMatch(/^CapEff:\s0{13}401$/m)
  })

  it('gives a read-only root with limited folders that anybody may write to and run from', async () => {
    const { container } = await engine.start(planOf({}, { diskMb: 4 }))
    expect((await shell(container, 'touch /www/x')).output).toContain('Read-only file system')
    for (const folder of ['/tmp', '/run', '/var/tmp']) {
      // Of a folder that the image has, older runtimes keep the mode; here that is /tmp, which only root may write to.
      const user = folder === '/tmp' ? '0' : '1000'
      const run = `cp /bin/busybox ${folder}/ && ${folder}/busybox echo ran`
      expect(await shell(container, run, user)).toEqual({ code: 0, output: 'ran' })
      const fill = await shell(container, `dd if=/dev/zero of=${folder}/fill bs=1M count=10`, user)
      expect(fill.output).toContain('No space left on device')
    }
  })

  it('knows how much was written where the root can be written to', async () => {
    const plan = planOf({ readOnly: false })
    const { container } = await engine.start(plan)
    expect(await engine.writtenBytes(plan.instance)).toBeLessThan(1024 * 1024)
    await shell(container, 'dd if=/dev/urandom of=/www/fill bs=1M count=5')
    await expect.poll(() => engine.writtenBytes(plan.instance)).toBeGreaterThan(5_000_000)
    expect(await engine.writtenBytes(randomUUID())).toBeNull()
  })

  describe('a file', () => {
    const content = 'flag{ä "quoted"\n$HOME}'
    const look = (path: string) => `stat -c '%a %u:%g' ${path}; cat ${path}`

    for (const readOnly of [true, false]) {
      const root = readOnly ? 'a read-only root' : 'a root that can be written to'

      it(`comes with its mode and content under ${root}, for whom the image runs as`, async () => {
        const image = await scriptImage('exec sleep 1000', {
          user: 'player',
          files: { '/srv/deep/beside': 'of the image' }
        })
        const plan = planOf({ image, readOnly, file: { path: '/srv/deep/flag', content, mode: 0o400 } })
        const { container } = await engine.start(plan)
        expect(await shell(container, look('/srv/deep/flag'))).toEqual({
          code: 0,
          output: `400 1000:1000\n${content}`
        })
        expect((await shell(container, 'cat /srv/deep/beside')).output).toBe('of the image')
        expect(await objectsOf({ install })).toEqual({
          containers: 1,
          networks: 1,
          volumes: readOnly ? 1 : 0
        })
        await engine.remove(plan.instance)
        expect(await objectsOf({ install })).toEqual(NOTHING)
      })

      it(`comes into a folder that the image has not, under ${root}`, async () => {
        const file = { path: '/not/there/yet', content: '', mode: 0o444 }
        const { container } = await engine.start(planOf({ readOnly, file }))
        expect(await shell(container, look(file.path))).toEqual({ code: 0, output: '444 0:0' })
      })
    }

    it('comes into a folder that is writable otherwise, and nobody fills the disk through it', async () => {
      const file = { path: '/tmp/flag', content, mode: 0o400 }
      const { container } = await engine.start(planOf({ file }))
      expect((await shell(container, 'cat /tmp/flag')).output).toBe(content)
      expect((await shell(container, 'touch /tmp/x')).output).toContain('Read-only file system')
      const inner = { path: '/run/secrets/flag', content, mode: 0o400 }
      const nested = await engine.start(planOf({ file: inner }))
      expect((await shell(nested.container, 'touch /run/x && cat /run/secrets/flag')).output).toBe(content)
    })

    it('lies at the top only where the root can be written to', async () => {
      const file = { path: '/flag', content, mode: 0o440 }
      const { container } = await engine.start(planOf({ file, readOnly: false }))
      expect((await shell(container, look('/flag'))).output).toBe(`440 0:0\n${content}`)
      const refused = planOf({ file })
      await expect(engine.start(refused)).rejects.toMatchObject({ fault: 'start_failed' })
      expect(await objectsOf({ install, instance: refused.instance })).toEqual(NOTHING)
    })
  })

  describe('the network', () => {
    const networkOf = (plan: StartPlan) =>
      docker<{ Internal: boolean; EnableIPv6: boolean; Options: Record<string, string> }>(
        'GET',
        `/networks/${nameOf(plan)}`
      )
    const option = (name: string) => `com.docker.network.bridge.${name}`

    it('leads nowhere when nothing is published', async () => {
      const plan = planOf()
      const { container } = await engine.start(plan)
      expect(await networkOf(plan)).toMatchObject({
        Internal: true,
        EnableIPv6: false,
        Options: { [option('name')]: nameOf(plan), [option('enable_icc')]: 'false' }
      })
      const neighbour = await engine.start(planOf())
      await expect.poll(() => read(neighbour.address)).toBe('ready')
      const asked = await shell(container, `wget -T 2 -O - http://${neighbour.address}/`)
      expect(asked.code).not.toBe(0)
      expect(asked.output).not.toContain('ready')
    })

    it('publishes the port of the service and no other', async () => {
      const port = await freePort('127.0.0.1')
      const image = await imageOf(`halyard-test/engine:${randomUUID().slice(0, 8)}`, {
        cmd: ['/bin/httpd', '-f', '-p', '8080', '-h', '/www'],
        expose: [80, 8080]
      })
      images.push(image)
      const plan = planOf({ image, port: 8080, publish: { address: '127.0.0.1', port } })
      const { container } = await engine.start(plan)
      await expect.poll(() => read(`127.0.0.1:${port}`)).toBe('ready')
      const { Ports } = (await inspect(container))!.NetworkSettings
      expect(Ports['8080/tcp']).toEqual([{ HostIp: '127.0.0.1', HostPort: String(port) }])
      expect(Ports['80/tcp']).toBeNull()
      expect(await networkOf(plan)).toMatchObject({
        Internal: false,
        Options: { [option('enable_ip_masquerade')]: 'false' }
      })
    })

    it('leads out where that is wanted, and is called so', async () => {
      const plan = planOf({ egress: { kind: 'internet' } })
      await engine.start(plan)
      expect(await networkOf(plan)).toMatchObject({
        Internal: false,
        Options: {
          [option('name')]: `hai-${plan.instance.slice(0, 8)}`,
          [option('enable_ip_masquerade')]: 'true'
        }
      })
    })

    it('knows the hosts that may be reached and asks no name server for others', async () => {
      const hosts = [{ name: 'api.example.org', addresses: ['192.0.2.7', '192.0.2.8'], port: 443 }]
      const plan = planOf({ egress: { kind: 'hosts', hosts } })
      const { container } = await engine.start(plan)
      const known = (await shell(container, 'cat /etc/hosts')).output
      expect(known).toMatch(/^192\.0\.2\.7\s+api\.example\.org$/m)
      expect(known).toMatch(/^192\.0\.2\.8\s+api\.example\.org$/m)
      expect((await networkOf(plan)).Options[option('name')]).toBe(nameOf(plan))
      const begun = performance.now()
      const asked = await shell(container, 'ping -c 1 -W 1 example.org')
      expect(asked.output).toContain("bad address 'example.org'")
      // Services that look up their clients would otherwise wait for ten seconds.
      expect(performance.now() - begun).toBeLessThan(5000)
    })
  })

  describe('refuses and leaves nothing behind', () => {
    const refuses = async (plan: StartPlan, fault: string) => {
      await expect(engine.start(plan)).rejects.toMatchObject({ name: 'EngineError', fault })
      expect(await objectsOf({ install, instance: plan.instance })).toEqual(NOTHING)
    }

    it('a name that is somebody else’s, whatever has it', async () => {
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
      await engine.start(plan)
    })

    it('a subnet that is in use', async () => {
      const plan = planOf()
      await engine.start(plan)
      await refuses(planOf({ subnet: plan.subnet }), 'subnet_taken')
      expect(await engine.inspect(plan.instance)).toMatchObject({ running: true })
    })

    it('a port that a container or another program has', async () => {
      const publish = { address: '127.0.0.1', port: await freePort('127.0.0.1') }
      const plan = planOf({ publish })
      await engine.start(plan)
      await refuses(planOf({ publish }), 'port_taken')
      await engine.remove(plan.instance)
      const server = createServer().listen(publish.port, publish.address)
      await new Promise((resolve) => server.once('listening', resolve))
      try {
        await refuses(planOf({ publish }), 'port_taken')
      } finally {
        server.close()
      }
    })

    it('a command that is not there, an image that is not there', async () => {
      const image = await imageOf(`halyard-test/engine:${randomUUID().slice(0, 8)}`, { cmd: ['/not/there'] })
      images.push(image)
      const file = { path: '/srv/flag', content: 'x', mode: 0o400 }
      await refuses(planOf({ image, file }), 'start_failed')
      await refuses(planOf({ image: 'halyard-test/absent:1' }), 'image.not_found')
      await refuses(planOf({ capabilities: ['NO_SUCH'] }), 'start_failed')
      await refuses(planOf({ subnet: '10.214.0.1/29' }), 'failed')
    })
  })

  it('tells of health as the image checks it', async () => {
    const events: EngineEvent[] = []
    const watching = new AbortController()
    const watched = engine.watch(watching.signal, (event) => events.push(event))
    const image = await scriptImage('touch /tmp/well; exec sleep 1000', { healthcheck: 'test -f /tmp/well' })
    const plan = planOf({ image })
    const { instance } = plan
    const { container } = await engine.start(plan)
    await expect.poll(() => events).toContainEqual({ instance, kind: 'healthy' })
    expect(await engine.inspect(instance)).toMatchObject({ health: 'healthy' })
    await shell(container, 'rm /tmp/well')
    await expect.poll(() => events).toContainEqual({ instance, kind: 'unhealthy' })
    expect(await engine.inspect(instance)).toMatchObject({ running: true, health: 'unhealthy' })
    watching.abort()
    await watched
  })

  it('reads the log: who wrote what when, the newest at the end', async () => {
    const script = `
      echo one; echo two >&2; sleep 1; echo three; head -c 40000 /dev/zero | tr '\\0' 'x'; echo '|ä'
      sleep 1; printf 'no end'`
    const plan = planOf({ image: await scriptImage(script) })
    await engine.start(plan)
    await expect.poll(() => engine.inspect(plan.instance)).toMatchObject({ running: false, exitCode: 0 })
    const lines = await engine.logs(plan.instance)
    const by = (stream: string) => lines.filter((line) => line.stream === stream).map(({ text }) => text)
    expect(by('stderr')).toEqual(['two'])
    expect(by('stdout')).toEqual(['one', 'three', `${'x'.repeat(40_000)}|ä`, 'no end'])
    for (const { at } of lines) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(120_000)
    const last = lines.at(-1)!
    expect(await engine.logs(plan.instance, { lines: 1 })).toEqual([last])
    expect(await engine.logs(plan.instance, { since: last.at })).toEqual([last])
    await expect(engine.logs(randomUUID())).rejects.toMatchObject({ fault: 'gone' })
  })

  it('reads at most 64 KiB of a log, however much was asked for', async () => {
    const plan = planOf({ image: await scriptImage('seq 100000 110999') })
    await engine.start(plan)
    await expect.poll(() => engine.inspect(plan.instance)).toMatchObject({ running: false })
    const lines = await engine.logs(plan.instance, { lines: 1_000_000 })
    expect(lines).toHaveLength(Math.floor((64 * 1024) / 6))
    expect(lines.at(-1)!.text).toBe('110999')
  })

  describe('that does not answer', () => {
    it('ends calls at their deadline, and their connections', async () => {
      const forwarder = await forwardTo(dockerHost())
      const far = createDockerEngine({ address: forwarder.address, install })
      const plan = planOf()
      await far.start(plan)
      const watching = far.watch(new AbortController().signal, () => {})
      watching.catch(() => {})
      await far.list()
      expect(forwarder.open()).toBeGreaterThan(1)
      forwarder.stall()
      const begun = performance.now()
      const calls = [far.info(), far.list(), far.inspect(plan.instance), far.remove(plan.instance)]
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: { name: 'EngineError', fault: 'timeout' } })
      }
      expect(performance.now() - begun).toBeLessThan(8000)
      // Those of the calls are gone; the stream of events is told that of its own by whoever cuts it.
      await expect.poll(() => forwarder.open()).toBe(1)
      forwarder.cut()
      await expect(watching).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
      await expect(far.list()).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
      far.close()
      await engine.remove(plan.instance)
    })

    it('is told from one that is not there', async () => {
      for (const address of [
        'unix:///nowhere/docker.sock',
        `tcp://127.0.0.1:${await freePort('127.0.0.1')}`
      ]) {
        const nobody = createDockerEngine({ address, install })
        await expect(nobody.info()).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
        await expect(nobody.start(planOf())).rejects.toMatchObject({ fault: 'unreachable' })
        await expect(nobody.watch(new AbortController().signal, () => {})).rejects.toMatchObject({
          fault: 'unreachable'
        })
        nobody.close()
      }
    })

    it('ends a watch that is not wanted any more', async () => {
      const watching = new AbortController()
      const watched = engine.watch(watching.signal, () => {})
      watching.abort()
      await watched
    })
  })
})
