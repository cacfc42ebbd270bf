import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import { namesOf } from '~/jobs/instances/engine/docker/names'
import type { Egress, Engine, ResolvedHost } from '~/jobs/instances/engine/engine'
import { createGuard, type Guard } from '~/jobs/instances/guard/guard'
import { DEMO_PORT, ensureProbeImage } from '~/jobs/instances/probe/image'
import { type Slot, selfTest } from '~/jobs/instances/self-test'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { guardReport } from '~/server/engines/guard-report'
import { createLog } from '~/server/platform/log'
import { rulesText } from '~/server/platform/network/firewall'
import { dockerHost, killEngine, ownsEngine } from '../support/instances/engine'
import { openWorkerDomain } from '../support/instances/instances'
import { until } from '../support/until'
import { command, type Outside, openOutside } from './guard-outside'

const POOL = '10.213.0.0/16'
const INSTALL = 'guard-tests'
const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
type Allowed = Map<string, readonly ResolvedHost[]>
/** `allowed`: what the rows of instances say. */
const guardOf = (install = INSTALL, allowed: Allowed = new Map()) =>
  createGuard({ mode: 'auto', pool: POOL, install, allowed: async () => allowed, log })

let subnets = 0
const slot = async (): Promise<Slot> => ({
  instance: randomUUID(),
  generation: 1,
  labels: {},
  subnet: `10.213.7.${16 * (subnets++ % 16)}/28`,
  publish: { address: '0.0.0.0', port: await freePort('0.0.0.0') }
})

/** Takes every rule of ours away, as a firewall that is loaded anew does. */
async function flush() {
  for (const program of ['iptables', 'ip6tables']) {
    const rules = (await command(program, '-w', '5', '-S')).split('\n')
    for (const rule of rules.filter((line) => /^-A (?!HALYARD).*-j HALYARD/.test(line)))
      await command(program, '-w', '5', '-D', ...rule.split(' ').slice(1))
    const chains = rules.filter((line) => line.startsWith('-N HALYARD')).map((line) => line.split(' ')[1]!)
    for (const chain of chains) await command(program, '-w', '5', '-F', chain)
    for (const chain of chains) await command(program, '-w', '5', '-X', chain)
  }
}

const rulesThatSay = async (text: string, program = 'iptables') =>
  (await command(program, '-w', '5', '-S')).split('\n').filter((line) => line.includes(text))

/** Only where the tests have a network of their own: they write firewall rules. */
describe.skipIf(!ownsEngine)('the guard of instances', () => {
  let engine: Engine
  let image: string
  let outside: Outside
  let near: Outside['here']

  beforeAll(async () => {
    engine = createDockerEngine({ address: dockerHost(), install: INSTALL, log })
    image = await ensureProbeImage(engine, await engine.info())
    // Addresses of the internet as far as the rules know, and a private one.
    outside = await openOutside('203.0.113.1/24', ['203.0.113.7', '203.0.113.8', '10.99.0.7'])
    near = outside.here
    await outside.listen(443)
    await outside.listen(444)
  })

  afterAll(async () => {
    await outside?.close()
    engine?.close()
  })

  beforeEach(flush)

  afterEach(async () => {
    await flush()
    for (const { instance } of await engine.list()) await engine.remove(instance)
  })

  const test = async () =>
    guardReport.parse(
      await selfTest({
        engine,
        image,
        plans: { neighbour: await slot(), probe: await slot() },
        targets: {
          local: true,
          entry: '127.0.0.1',
          ports: { own_web: 1, ssh: 22 },
          publicWeb: { address: '127.0.0.1', port: 80 },
          internet: ['203.0.113.7:443']
        }
      })
    )

  const start = async (words: string, egress: Egress, place?: Slot) => {
    const own = place ?? (await slot())
    const { publish, ...rest } = own
    const { address } = await engine.start({
      ...rest,
      image,
      env: words ? { PROBE: words } : { FLAG: 'flag{signal}' },
      publish: [{ inside: words ? 7000 : DEMO_PORT, ...publish }],
      egress,
      limits: { memoryMb: 32, cpu: 5, pids: 32, diskMb: 8 },
      readOnly: true,
      capabilities: [],
      file: null
    })
    return { ...own, address }
  }

  /** What an instance says of targets; `guard` lets it connect to its hosts. */
  const checkFrom = async (egress: Egress, guard: Guard | null, ...targets: string[]) => {
    const own = await slot()
    if (guard && egress.kind === 'hosts') await guard.allow(own.instance, egress.hosts)
    await start(`check ${targets.join(' ')}`, egress, own)
    return until(async () => {
      const lines = (await engine.logs(own.instance)).map(({ text }) => text.replace(/ \d+ms$/, ''))
      return lines.at(-1) === 'done' && lines.slice(0, -1)
    })
  }

  const hosts = (address: string, port: number): { kind: 'hosts'; hosts: ResolvedHost[] } => ({
    kind: 'hosts',
    hosts: [{ name: 'allowed.example', addresses: [address], port }]
  })

  it('the self-test of an unguarded engine names what was reached and leaves nothing behind', async () => {
    const report = await test()
    expect(report).toMatchObject({ guarded: false, error: null })
    const through = report.checks.filter(({ ok }) => !ok)
    expect(through).toContainEqual(expect.objectContaining({ name: 'gateway', result: 'reached' }))
    expect(through).toContainEqual(
      expect.objectContaining({ name: 'own_web', target: `${near}:1`, result: 'refused' })
    )
    expect(through).toContainEqual(
      expect.objectContaining({
        name: 'host',
        target: expect.stringMatching(/^172\.17\.0\.1:/),
        result: 'reached'
      })
    )
    expect(through).toContainEqual(expect.objectContaining({ name: 'internet', result: 'reached' }))
    const fine = report.checks.filter(({ ok }) => ok).map(({ name }) => name)
    for (const name of ['metadata', 'metadata6', 'dns', 'docker_socket', 'published'])
      expect(fine).toContain(name)
    expect(await engine.list()).toEqual([])
  })

  it('the guard blocks everything, and players still reach the service', async () => {
    expect(await guardOf().install()).toBe('installed')
    const report = await test()
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(report).toMatchObject({ guarded: true, error: null })
    expect(new Set(report.checks.map(({ name }) => name))).toContain('host')
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'published', result: 'reached' }))

    const { publish } = await start('listen 7000', { kind: 'none' })
    await expect
      .poll(() => outside.check(`tcp:${near}:${publish.port}`))
      .toEqual([expect.stringMatching(/^reached /), 'done'])
  })

  it('the guard lets an instance connect to its hosts and to nothing else', async () => {
    const guard = guardOf()
    await guard.install()
    const targets = [
      'tcp:203.0.113.7:443',
      'tcp:203.0.113.7:444',
      'tcp:203.0.113.8:443',
      `tcp:${near}:22`,
      'tcp:172.17.0.1:22'
    ]
    const egress = hosts('203.0.113.7', 443)
    expect(await checkFrom(egress, guard, ...targets)).toEqual([
      'reached tcp:203.0.113.7:443',
      ...targets.slice(1).map((target) => `blocked ${target}`)
    ])
    // Another instance has none of it, and private addresses stay closed although somebody allowed them.
    expect(await checkFrom(egress, null, targets[0]!)).toEqual([`blocked ${targets[0]}`])
    expect(await checkFrom(hosts('10.99.0.7', 443), guard, 'tcp:10.99.0.7:443')).toEqual([
      'blocked tcp:10.99.0.7:443'
    ])
  })

  it('the guard revokes allowed hosts', async () => {
    const guard = guardOf()
    await guard.install()
    const instance = randomUUID()
    await guard.allow(instance, hosts('203.0.113.7', 443).hosts)
    await guard.allow(instance, hosts('203.0.113.8', 444).hosts)
    expect(await rulesThatSay('203.0.113.7')).toEqual([])
    expect(await rulesThatSay('203.0.113.8')).toHaveLength(1)
    await guard.revoke(instance)
    expect(await rulesThatSay('203.0.113.8')).toEqual([])
  })

  it('instances with internet access reach nothing private, neither this machine nor other instances', async () => {
    await guardOf().install()
    const neighbour = await start('listen 7000', { kind: 'internet' })
    const open = ['tcp:203.0.113.7:443', 'tcp:203.0.113.8:444']
    const closed = [
      'tcp:10.99.0.7:443',
      `tcp:${near}:22`,
      'tcp:172.17.0.1:22',
      `tcp:${neighbour.address}:7000`,
      `tcp:${near}:${neighbour.publish.port}`,
      'tcp:169.254.169.254:80'
    ]
    expect(await checkFrom({ kind: 'internet' }, null, ...open, ...closed)).toEqual([
      ...open.map((target) => `reached ${target}`),
      ...closed.map((target) => `blocked ${target}`)
    ])
  })

  it('after a restart, and beside another process, the guard has the rules that rows say, whatever became of them', async () => {
    const [kept, gone] = [await slot(), await slot()]
    const { hosts: list } = hosts('203.0.113.7', 443)
    const allowed: Allowed = new Map([kept, gone].map(({ instance }) => [instance, list]))
    const before = guardOf(INSTALL, allowed)
    await before.install()
    expect(await rulesThatSay('203.0.113.7')).toHaveLength(2)
    await before.allow(kept.instance, list)
    await before.allow(gone.instance, list)

    const after = guardOf(INSTALL, allowed)
    await after.install()
    expect(await rulesThatSay('203.0.113.7')).toHaveLength(2)
    // The other process ends one: the first must not put it back.
    await after.revoke(gone.instance)
    allowed.delete(gone.instance)
    await before.install()
    expect(await rulesThatSay('203.0.113.7')).toEqual([
      expect.stringContaining(namesOf(kept.instance).object)
    ])

    await flush()
    await command('iptables', '-w', '5', '-I', 'INPUT', '-j', 'ACCEPT')
    try {
      expect(await after.install()).toBe('installed')
      expect(await rulesThatSay('203.0.113.7')).toHaveLength(1)
      expect((await test()).guarded).toBe(true)
    } finally {
      await command('iptables', '-w', '5', '-D', 'INPUT', '-j', 'ACCEPT')
    }
  })

  it('the guard moves its rules above those that were inserted before them', async () => {
    const guard = guardOf()
    await guard.install()
    await command('iptables', '-w', '5', '-I', 'INPUT', '-i', 'hal-+', '-j', 'ACCEPT')
    try {
      expect((await test()).guarded).toBe(false)
      await guard.install()
      expect((await test()).guarded).toBe(true)
      expect(await rulesThatSay('-j HALYARD-INPUT')).toHaveLength(2)
    } finally {
      await command('iptables', '-w', '5', '-D', 'INPUT', '-i', 'hal-+', '-j', 'ACCEPT')
    }
  })

  it('the guard survives a restart of the engine, which writes its own rules again', async () => {
    await guardOf().install()
    await killEngine()
    expect(await test()).toMatchObject({ guarded: true, error: null })
  })

  it('the jobs restore the guard when the firewall was reloaded', async () => {
    const workerDomain = await openWorkerDomain()
    try {
      await until(async () => (await rulesThatSay('-j HALYARD-INPUT')).length === 2)
      const { rows } = await workerDomain.stores.db.pool.query('SELECT allows_hosts FROM engines')
      expect(rows).toEqual([{ allows_hosts: true }])
      await flush()
      expect(await rulesThatSay('-j HALYARD-INPUT')).toEqual([])
      const keep = workerDomain.workers.jobs.find(({ name }) => name === 'keep-guard')!
      await keep.run({} as Parameters<typeof keep.run>[0])
      expect(await rulesThatSay('-j HALYARD-INPUT')).toHaveLength(2)
    } finally {
      await workerDomain.close()
    }
  })

  it('several installs share the guard, also at the same time', async () => {
    const { hosts: list } = hosts('203.0.113.7', 443)
    const allowed = ['one', 'two', 'three', 'four'].map((): Allowed => new Map([[randomUUID(), list]]))
    const guards = ['one', 'two', 'three', 'four'].map((name, place) => guardOf(name, allowed[place]))
    expect(await Promise.all(guards.map((guard) => guard.install()))).toEqual(guards.map(() => 'installed'))
    await Promise.all(guards.map((guard) => guard.install()))
    expect(await rulesThatSay('203.0.113.7')).toHaveLength(4)
    expect(await rulesThatSay('-j HALYARD-INPUT')).toHaveLength(2)
    expect(await rulesThatSay('-A HALYARD-INPUT')).toHaveLength(3)
    allowed[0]!.clear()
    await guards[0]!.install()
    expect(await rulesThatSay('203.0.113.7')).toHaveLength(3)
  })

  it('no hosts are allowed while the rules are not installed by the guard', async () => {
    const allowed: Allowed = new Map([[randomUUID(), hosts('203.0.113.7', 443).hosts]])
    const guard = createGuard({
      mode: 'off',
      pool: POOL,
      install: INSTALL,
      allowed: async () => allowed,
      log
    })
    expect(await guard.install()).toBe('off')
    await expect(guard.allow(randomUUID(), [])).rejects.toMatchObject({ code: 'egress_unguarded' })
    await guard.revoke(randomUUID())
    expect(await rulesThatSay('HALYARD')).toEqual([])
  })

  it('the rules that operators set by hand have the same effect', async () => {
    for (let times = 0; times < 2; times++) await command('sh', '-c', rulesText(POOL))
    const guard = guardOf()
    const byHand = await command('iptables', '-w', '5', '-S')
    expect((await test()).guarded).toBe(true)
    await guard.install()
    expect(await command('iptables', '-w', '5', '-S', 'HALYARD-INPUT')).toBe(
      byHand
        .split('\n')
        .filter((line) => / HALYARD-INPUT /.test(`${line} `) && !line.includes('-j HALYARD'))
        .join('\n')
        .concat('\n')
    )
    expect(await rulesThatSay('-j HALYARD-FORWARD')).toHaveLength(4)
    expect(await rulesThatSay('-j HALYARD-FORWARD', 'ip6tables')).not.toEqual([])
  })

  it('a self-test that could not be made says why', async () => {
    const plans = { neighbour: await slot(), probe: await slot() }
    const targets = { local: true, entry: '127.0.0.1', ports: {}, publicWeb: null }
    const report = await selfTest({ engine, image: 'halyard/none:1', plans, targets })
    expect(report).toMatchObject({ guarded: false, checks: [] })
    expect(report.error).toMatch(/no such image/i)
    expect(await engine.list()).toEqual([])
  })

  it('a guarded challenge can be solved through its published port', async () => {
    const { publish } = await start('', { kind: 'none' })
    const socket = connect(publish.port, '127.0.0.1')
    let said = ''
    socket.setEncoding('utf8').on('data', (text) => (said += text))
    await expect.poll(() => said).toMatch(/Who is she\? $/)
    socket.write('Halyard\n')
    await expect.poll(() => said).toMatch(/is that\? $/)
    const [, knots, hours] = /makes (\d+) knots for (\d+) hours/.exec(said) ?? []
    socket.write(`${Number(knots) * Number(hours)}\n`)
    await expect.poll(() => said).toMatch(/hoist\? $/)
    socket.write('oscar\r\n')
    await expect.poll(() => said).toContain('flag{signal}')
    socket.destroy()
  })
})
