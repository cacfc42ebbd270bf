import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { namesOf } from '~/jobs/instances/engine/docker/names'
import type { EngineEvent, StartPlan } from '~/jobs/instances/engine/engine'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { nameOf, planOf, read, shell, useDockerEngine } from '../support/instances/docker-engine'
import { docker, hasEngine, inspect, objectsOf } from '../support/instances/engine'

const NOTHING = { containers: 0, networks: 0, volumes: 0 }

describe.skipIf(!hasEngine)('an instance on a Docker engine', () => {
  const made = useDockerEngine()
  const { install } = made

  describe('limits', () => {
    it('the memory limit is in force, and reported when it is exceeded', async () => {
      const events: EngineEvent[] = []
      const watching = new AbortController()
      const watched = made.engine.watch(watching.signal, (event) => events.push(event))
      try {
        const plan = planOf({ image: await made.script('sleep 1; exec tail /dev/zero') }, { memoryMb: 16 })
        await made.engine.start(plan)
        await expect
          .poll(() => made.engine.inspect(plan.instance), { timeout: 60_000 })
          .toMatchObject({
            running: false,
            exitCode: 137,
            oomKilled: true
          })
        const { instance, generation } = plan
        await expect.poll(() => events).toContainEqual({ instance, generation, kind: 'die' })
        // The engine may report the same shortage more than once.
        const [first, ...more] = events
        expect(first).toEqual({ instance, generation, kind: 'oom' })
        expect(more.at(-1)).toEqual({ instance, generation, kind: 'die' })
        for (const event of more.slice(0, -1)) expect(event).toEqual({ instance, generation, kind: 'oom' })
      } finally {
        watching.abort()
        await watched
      }
    })

    it('limits of processes and files are in force, and there is no swap', async () => {
      const image = await made.script('for i in $(seq 8); do sleep 1000 & done; exec sleep 1000')
      const plan = planOf({ image }, { pids: 32 })
      const { container } = await made.engine.start(plan)
      await expect.poll(() => made.engine.usage([plan.instance])).toMatchObject([{ pids: 9 }])
      // First, as nothing more can be run in the container once its processes are used up; the engine's own way in takes
      // several for a moment.
      expect((await shell(container, 'ulimit -n; ulimit -Hn')).output).toBe('4096\n4096')
      const forks = await shell(container, 'for i in $(seq 40); do sleep 20 & done')
      expect(forks.output).toContain("can't fork")
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

    it('the processor limit is in force, as the usage shows', async () => {
      const plan = planOf({ image: await made.script('while :; do :; done') }, { cpu: 2 })
      await made.engine.start(plan)
      expect((await made.engine.usage([plan.instance]))[0]).toMatchObject({ instance: plan.instance })
      // The share is measured over this time; a shorter one would see single slices of the processor.
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const [usage] = await made.engine.usage([plan.instance, randomUUID()])
      expect(usage!.cpu).toBeGreaterThan(0.02)
      expect(usage!.cpu).toBeLessThan(0.3)
      expect(usage!.memoryMb).toBeGreaterThan(0)
      expect(usage!.memoryMb).toBeLessThan(64)
    })

    it('limits may exceed 32 bits of memory and the cores of the machine', async () => {
      const plan = planOf({}, { memoryMb: 6144, cpu: 10_000 })
      const { container } = await made.engine.start(plan)
      const { cpus } = await made.engine.info()
      expect((await inspect(container))!.HostConfig).toMatchObject({
        Memory: 6144 * 1024 * 1024,
        MemorySwap: 6144 * 1024 * 1024,
        NanoCpus: cpus * 1e9
      })
    })
  })

  it('an instance has the listed capabilities alone, and cannot get others', async () => {
    const status = async (capabilities: string[]) => {
      const { container } = await made.engine.start(planOf({ capabilities }))
      return (await shell(container, 'cat /proc/1/status')).output
    }
    const bare = await status([])
    expect(bare).toMatch(/^CapEff:\s0{16}$/m)
    expect(bare).toMatch(/^CapBnd:\s0{16}$/m)
    expect(bare).toMatch(/^NoNewPrivs:\s1$/m)
    // Bits 0 and 10.
    expect(await status(['CHOWN', 'NET_BIND_SERVICE'])).toMatch(/^CapEff:\s0{13}401$/m)
  })

  it('a read-only root has limited folders that anybody may write to and run from', async () => {
    const { container } = await made.engine.start(planOf({}, { diskMb: 4 }))
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

  it('volumes that the image declares are limited, whatever the root is', async () => {
    const image = await made.image({ changes: ['VOLUME /data'] })
    for (const readOnly of [true, false]) {
      const { container } = await made.engine.start(planOf({ image, readOnly }, { diskMb: 4 }))
      const fill = await shell(container, 'dd if=/dev/zero of=/data/fill bs=1M count=10')
      expect(fill.output).toContain('No space left on device')
    }
  })

  it('the engine reports how much was written to a writable root', async () => {
    const plan = planOf({ readOnly: false })
    const { container } = await made.engine.start(plan)
    expect(await made.engine.writtenBytes(plan.instance)).toBeLessThan(1024 * 1024)
    await shell(container, 'dd if=/dev/urandom of=/www/fill bs=1M count=5')
    await expect.poll(() => made.engine.writtenBytes(plan.instance)).toBeGreaterThan(5_000_000)
    expect(await made.engine.writtenBytes(randomUUID())).toBeNull()
  })

  describe('a file', () => {
    const content = 'flag{ä "quoted"\n$HOME}'
    const look = (path: string) => `stat -c '%a %u:%g' ${path}; cat ${path}`

    for (const readOnly of [true, false]) {
      const root = readOnly ? 'a read-only root' : 'a root that can be written to'

      it(`comes with its mode and content under ${root}, for whom the image runs as`, async () => {
        const image = await made.script('exec sleep 1000', {
          user: 'player',
          files: { '/srv/deep/beside': 'of the image' }
        })
        const plan = planOf({ image, readOnly, file: { path: '/srv/deep/flag', content, mode: 0o400 } })
        const { container } = await made.engine.start(plan)
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
        await made.engine.remove(plan.instance)
        expect(await objectsOf({ install })).toEqual(NOTHING)
      })

      it(`comes into a folder that the image has not, under ${root}`, async () => {
        const file = { path: '/not/there/yet', content: '', mode: 0o444 }
        const { container } = await made.engine.start(planOf({ readOnly, file }))
        expect(await shell(container, look(file.path))).toEqual({ code: 0, output: '444 0:0' })
      })
    }

    it('a file is put into a folder that is writable otherwise, and nobody fills the disk through it', async () => {
      const file = { path: '/tmp/flag', content, mode: 0o400 }
      const { container } = await made.engine.start(planOf({ file }))
      expect((await shell(container, 'cat /tmp/flag')).output).toBe(content)
      expect((await shell(container, 'touch /tmp/x')).output).toContain('Read-only file system')
      const inner = { path: '/run/secrets/flag', content, mode: 0o400 }
      const nested = await made.engine.start(planOf({ file: inner }))
      expect((await shell(nested.container, 'touch /run/x && cat /run/secrets/flag')).output).toBe(content)
    })

    it('a file is put at the top only of a writable root', async () => {
      const file = { path: '/flag', content, mode: 0o440 }
      const { container } = await made.engine.start(planOf({ file, readOnly: false }))
      expect((await shell(container, look('/flag'))).output).toBe(`440 0:0\n${content}`)
      const refused = planOf({ file })
      await expect(made.engine.start(refused)).rejects.toMatchObject({ fault: 'start_failed' })
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

    it('the network leads nowhere when nothing is published', async () => {
      const plan = planOf()
      const { container } = await made.engine.start(plan)
      expect(await networkOf(plan)).toMatchObject({
        Internal: true,
        EnableIPv6: false,
        Options: { [option('name')]: nameOf(plan), [option('enable_icc')]: 'false' }
      })
      const neighbour = await made.engine.start(planOf())
      await expect.poll(() => read(neighbour.address)).toBe('ready')
      // Not wget, which a static busybox cannot do: it would fail at its own service as well.
      const ask = (address: string) =>
        shell(container, `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${address} 80`)
      await expect.poll(async () => (await ask('127.0.0.1')).output).toContain('ready')
      const asked = await ask(neighbour.address)
      expect(asked.code).not.toBe(0)
      expect(asked.output).not.toContain('ready')
    })

    it('the network publishes the port of the service and no other', async () => {
      const port = await freePort('127.0.0.1')
      const image = await made.image({
        cmd: ['/bin/httpd', '-f', '-p', '8080', '-h', '/www'],
        expose: [80, 8080]
      })
      const plan = planOf({ image, publish: [{ inside: 8080, address: '127.0.0.1', port }] })
      const { container } = await made.engine.start(plan)
      await expect.poll(() => read(`127.0.0.1:${port}`)).toBe('ready')
      const { Ports } = (await inspect(container))!.NetworkSettings
      expect(Ports['8080/tcp']).toEqual([{ HostIp: '127.0.0.1', HostPort: String(port) }])
      expect(Ports['80/tcp']).toBeNull()
      expect(await networkOf(plan)).toMatchObject({
        Internal: false,
        Options: { [option('enable_ip_masquerade')]: 'false' }
      })
    })

    it('the network leads out where the challenge allows it, and its name says so', async () => {
      const plan = planOf({ egress: { kind: 'internet' } })
      await made.engine.start(plan)
      expect(await networkOf(plan)).toMatchObject({
        Internal: false,
        Options: {
          [option('name')]: namesOf(plan.instance).bridge(true),
          [option('enable_ip_masquerade')]: 'true'
        }
      })
    })

    it('the instance knows the allowed hosts and asks no name server for others', async () => {
      const hosts = [{ name: 'api.example.org', addresses: ['192.0.2.7', '192.0.2.8'], port: 443 }]
      const plan = planOf({ egress: { kind: 'hosts', hosts } })
      const { container } = await made.engine.start(plan)
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
})
