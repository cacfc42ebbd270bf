import { spawn } from 'node:child_process'
import { cpSync, existsSync, lstatSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { runs, until } from '../../support/launcher/clone'
import { answers, down, NAMES, openLauncherSuite } from '../../support/launcher/launcher-suite'

const launching = openLauncherSuite()

describe('a start', () => {
  it('starts stores and processes and reports that in one line', async () => {
    const { run, url } = await launching.up({ HALYARD_RATE_LIMITS: 'off' })
    expect(run.stdout()).toBe(`Administrator: Admin / made-once\nHalyard is ready at ${url}\n`)
    expect(Object.keys(launching.clone.children()).sort()).toEqual(NAMES)
    expect(await answers(`${url}/healthz`)).toBe(true)
    const told = JSON.parse(launching.clone.read('told.json'))
    expect(told).toMatchObject({
      NODE_ENV: 'production',
      HALYARD_DATA: launching.clone.data,
      HALYARD_RATE_LIMITS: 'off'
    })
    expect(told.HALYARD_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(told).not.toHaveProperty('HALYARD_ADMIN_PASSWORD')
    for (const name of ['run.json', 'secret', 'postgres/password']) {
      expect(statSync(join(launching.clone.data, name)).mode & 0o777, name).toBe(0o600)
    }
  })

  it('prints errors of Postgres, but not of a taken name', async () => {
    const { run } = await launching.up()
    const { DATABASE_URL } = JSON.parse(launching.clone.read('run.json')).env
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query('CREATE TEMP TABLE names (name text PRIMARY KEY)')
    await expect(client.query("INSERT INTO names VALUES ('a'), ('a')")).rejects.toThrow(/unique/)
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow(/zero/)
    await client.end()
    await until('the error is told', () => run.stderr().includes('[postgres] warning: division by zero'))
    expect(run.stderr()).not.toContain('duplicate key')
    await down(run)
  })

  it('keeps secret and database, and does not print the administrator again', async () => {
    const secret = launching.clone.read('secret')
    const { run, url } = await launching.up()
    expect(run.stdout()).toBe(`Halyard is ready at ${url}\n`)
    expect(run.stderr()).not.toContain('Creating the database')
    expect(launching.clone.read('secret')).toBe(secret)
  })

  it('refuses a data folder of a running platform', async () => {
    const { run } = await launching.up()
    const second = launching.start()
    expect(await second.silent).toBe(1)
    expect(second.stderr()).toBe(
      `Halyard already runs on ${launching.clone.data} (process ${run.process.pid}).\n`
    )
    expect(run.process.exitCode).toBeNull()
  })

  it('on a copy of a used folder leaves the platform of the original alone', async () => {
    const { run, url } = await launching.up()
    const children = launching.clone.children()
    const copy = `${launching.clone.data} copy`
    // A socket cannot be copied.
    const filter = (path: string) => !lstatSync(path).isSocket()
    cpSync(launching.clone.data, copy, { recursive: true, filter })
    const other = await launching.up({ HALYARD_DATA: copy })
    expect(other.run.stdout()).toContain(`Halyard is ready at ${other.url}`)
    expect(other.url).not.toBe(url)
    expect(launching.clone.children()).toEqual(children)
    await down(other.run)
    expect(await answers(`${url}/healthz`)).toBe(true)
    await down(run)
  })

  it('succeeds with pid files whose number belongs to another process', async () => {
    const other = spawn('sleep', ['60'])
    const pidFile = join(launching.clone.data, 'postgres/cluster/postmaster.pid')
    writeFileSync(pidFile, `${other.pid}\n/proc/self/cwd\n1700000000\n5432\n\n127.0.0.1\n`)
    writeFileSync(
      join(launching.clone.data, 'launcher.lock'),
      JSON.stringify({ pid: other.pid, identity: 'earlier' })
    )
    writeFileSync(
      join(launching.clone.data, 'run.json'),
      JSON.stringify({
        pid: other.pid,
        identity: '1',
        children: [{ name: 'web', pid: other.pid, identity: '1' }]
      })
    )
    await launching.up()
    expect(runs(other.pid ?? 0)).toBe(true)
    other.kill()
  })

  it('lets Postgres take the connections of every process', async () => {
    await launching.up({ WEB_PROCESSES: '9', SCORING_PROCESSES: '2' })
    const { DATABASE_URL } = JSON.parse(launching.clone.read('told.json')) as { DATABASE_URL: string }
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    const { rows } = await client.query<{ max_connections: string }>('SHOW max_connections')
    await client.end()
    // Eleven each, nine of each scoring process, eleven of jobs, and twenty to spare (docs/deploying.md#roles).
    expect(Number(rows[0]!.max_connections)).toBe(9 * 11 + 2 * 9 + 11 + 20)
  })

  it('succeeds with a dump that Redis cannot read', async () => {
    const dump = join(launching.clone.data, 'redis/halyard.rdb')
    writeFileSync(dump, 'REDIS9999')
    const { run } = await launching.up()
    expect(run.stderr()).toContain('redis cannot read its dump')
    expect(existsSync(`${dump}.unreadable`)).toBe(true)
  })
})
