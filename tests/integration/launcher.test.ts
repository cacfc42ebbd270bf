import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Clone, descendants, type Run, runs, until } from '../support/clone'

/** Answers, and drains for ever. */
const STUBBORN = `
import { createServer } from 'node:http'
createServer((_request, response) => response.end('ok')).listen(process.env.SCORING_PORT)
process.on('SIGTERM', () => {})
process.on('disconnect', () => {})
`

const NAMES = ['jobs', 'postgres', 'redis', 'scoring', 'web']
const READY = /^Halyard is ready at (http:\/\/localhost:\d+)$/gm

let clone: Clone
const started: Run[] = []

function note(run: Run): Run {
  started.push(run)
  return run
}

const start = (env: Record<string, string> = {}) => note(clone.start(env))

/** A platform that is up: its run and address. */
async function up(env: Record<string, string> = {}, run = start(env)): Promise<{ run: Run; url: string }> {
  await until(
    'the launcher is ready or has ended',
    () => READY.test(run.stdout()) || run.process.exitCode !== null
  )
  READY.lastIndex = 0
  expect(run.stderr()).not.toMatch(/unexpected|\n\s+at /)
  return { run, url: [...run.stdout().matchAll(READY)][0]?.[1] ?? '' }
}

async function down(run: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number[]> {
  const family = descendants(run.process.pid ?? 0)
  run.process.kill(signal)
  await run.ended
  return family
}

const isWatchdog = (pid: number) =>
  spawnSync('ps', ['-o', 'args=', '-p', `${pid}`]).stdout.includes('watchdog.sh')

const answers = async (url: string) => (await fetch(url).catch(() => null))?.status === 200

beforeAll(() => {
  clone = new Clone()
})

afterEach(async () => {
  for (const run of started.splice(0)) {
    if (run.process.exitCode === null && run.process.signalCode === null) await down(run)
  }
})

afterAll(() => clone.remove())

describe('a start', () => {
  it('brings up stores and processes and says so in one line', async () => {
    const { run, url } = await up({ HALYARD_RATE_LIMITS: 'off' })
    expect(run.stdout()).toBe(`Administrator: Admin / made-once\nHalyard is ready at ${url}\n`)
    expect(Object.keys(clone.children()).sort()).toEqual(NAMES)
    expect(await answers(`${url}/healthz`)).toBe(true)
    const told = JSON.parse(clone.read('told.json'))
    expect(told).toMatchObject({
      NODE_ENV: 'production',
      HALYARD_DATA: clone.data,
      HALYARD_RATE_LIMITS: 'off'
    })
    expect(told.HALYARD_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(told).not.toHaveProperty('HALYARD_ADMIN_PASSWORD')
    for (const name of ['run.json', 'secret', 'postgres/password']) {
      expect(statSync(join(clone.data, name)).mode & 0o777, name).toBe(0o600)
    }
  })

  it('shows what goes wrong in Postgres, but not that a name is taken', async () => {
    const { run } = await up()
    const { DATABASE_URL } = JSON.parse(clone.read('run.json')).env
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

  it('keeps secret and database, and names the administrator no more', async () => {
    const secret = clone.read('secret')
    const { run, url } = await up()
    expect(run.stdout()).toBe(`Halyard is ready at ${url}\n`)
    expect(run.stderr()).not.toContain('Creating the database')
    expect(clone.read('secret')).toBe(secret)
  })

  it('refuses a data folder that another one runs on', async () => {
    const { run } = await up()
    const second = start()
    expect(await second.silent).toBe(1)
    expect(second.stderr()).toBe(`Halyard already runs on ${clone.data} (process ${run.process.pid}).\n`)
    expect(run.process.exitCode).toBeNull()
  })

  it('on a copy of the folder of one that runs leaves that one alone', async () => {
    const { run, url } = await up()
    const children = clone.children()
    const copy = `${clone.data} copy`
    cpSync(clone.data, copy, { recursive: true })
    const other = await up({ HALYARD_DATA: copy })
    expect(other.run.stdout()).toContain(`Halyard is ready at ${other.url}`)
    expect(other.url).not.toBe(url)
    expect(clone.children()).toEqual(children)
    await down(other.run)
    expect(await answers(`${url}/healthz`)).toBe(true)
    await down(run)
  })

  it('is not held up by pid files whose number belongs to another process', async () => {
    const other = spawn('sleep', ['60'])
    const pidFile = join(clone.data, 'postgres/cluster/postmaster.pid')
    writeFileSync(pidFile, `${other.pid}\n/proc/self/cwd\n1700000000\n5432\n\n127.0.0.1\n`)
    writeFileSync(join(clone.data, 'launcher.lock'), JSON.stringify({ pid: other.pid, identity: 'earlier' }))
    writeFileSync(
      join(clone.data, 'run.json'),
      JSON.stringify({
        pid: other.pid,
        identity: '1',
        children: [{ name: 'web', pid: other.pid, identity: '1' }]
      })
    )
    await up()
    expect(runs(other.pid ?? 0)).toBe(true)
    other.kill()
  })

  it('is not held up by a dump that Redis cannot read', async () => {
    const dump = join(clone.data, 'redis/halyard.rdb')
    writeFileSync(dump, 'REDIS9999')
    const { run } = await up()
    expect(run.stderr()).toContain('redis cannot read its dump')
    expect(existsSync(`${dump}.unreadable`)).toBe(true)
  })
})

describe('a child that is killed', () => {
  it.each(NAMES)('%s comes back', async (name) => {
    const { url } = await up()
    const before = clone.children()
    process.kill(before[name] ?? 0, 'SIGKILL')
    await until(`${name} runs again`, () => ![undefined, before[name]].includes(clone.children()[name]))
    await until('the platform answers', () => answers(`${url}/healthz`))
    const { [name]: gone, ...others } = before
    expect(clone.children()).toMatchObject(others)
    expect(runs(gone ?? 0)).toBe(false)
  })

  it('the watchdog too', async () => {
    const { run } = await up()
    const watchdogs = () => descendants(run.process.pid ?? 0).filter(isWatchdog)
    const [first] = watchdogs()
    process.kill(first ?? 0, 'SIGKILL')
    await until('there is another one', () => watchdogs().some((pid) => pid !== first))
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
  })

  it('is started more slowly each time it fails', async () => {
    const { run } = await up()
    for (const delay of [0.25, 0.5]) {
      process.kill(clone.children().jobs ?? 0, 'SIGKILL')
      await until('the delay is told', () => run.stderr().includes(`starting it again in ${delay} s`))
      await until('it runs', () => clone.children().jobs)
    }
  })
})

describe('an end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s stops all, in order', async (signal) => {
    const { run } = await up()
    const before = clone.read('stops.log').length
    const family = await down(run, signal)
    expect(await run.ended).toBe(0)
    expect(family.length).toBeGreaterThan(NAMES.length)
    expect(family.filter(runs)).toEqual([])
    expect(clone.read('stops.log').slice(before)).toBe('web\nscoring\njobs\n')
    expect(clone.read('logs/postgres.log').trim().split('\n').at(-1)).toContain(
      'database system is shut down'
    )
    expect(existsSync(join(clone.data, 'redis/halyard.rdb'))).toBe(true)
    expect(existsSync(join(clone.data, 'run.json'))).toBe(false)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('%s for npm stops all before npm ends', async (signal) => {
    const { run } = await up({}, note(clone.npmStart()))
    const family = await down(run, signal)
    expect(await run.ended).toBe(0)
    expect(family.filter(runs)).toEqual([])
  })

  it('comes at once when it is asked for again, however long a process would take', async () => {
    const before = clone.program('scoring', STUBBORN)
    const { run } = await up()
    const family = descendants(run.process.pid ?? 0)
    const asking = setInterval(() => run.process.kill('SIGINT'), 300)
    await run.ended
    clearInterval(asking)
    clone.program('scoring', before)
    expect(run.stderr()).toContain('Stopping at once.')
    expect(family.filter(runs)).toEqual([])
  })

  it('kill -9 of npm stops all', async () => {
    const { run } = await up({}, note(clone.npmStart()))
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
  })

  it('stops what has begun when it is asked in the middle of a start', async () => {
    const run = start()
    await until('a store runs', () => clone.children().postgres)
    const family = await down(run)
    expect(await run.silent).toBe(0)
    expect(run.stdout()).toBe('')
    await until('all is gone', () => !family.some(runs))
  })

  it('kill -9 of the launcher leaves nothing behind', async () => {
    const { run } = await up()
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
    expect(existsSync(join(clone.data, 'postgres/cluster/postmaster.pid'))).toBe(false)
  })

  it('kill -9 of the launcher does not hold up the next start', async () => {
    const { run } = await up()
    const family = await down(run, 'SIGKILL')
    await up()
    expect(family.filter(runs)).toEqual([])
  })

  it('kill -9 of launcher and watchdog together: the next start clears up', async () => {
    const { run } = await up()
    const family = descendants(run.process.pid ?? 0)
    const watchdog = family.find(isWatchdog)
    process.kill(run.process.pid ?? 0, 'SIGKILL')
    process.kill(watchdog ?? 0, 'SIGKILL')
    await run.ended
    await up()
    expect(family.filter(runs)).toEqual([])
  })
})

describe('a fault', () => {
  const sentences = async (env: Record<string, string>) => {
    const run = start(env)
    expect(await run.silent).toBe(1)
    expect(run.stdout()).toBe('')
    return run.stderr().trim().split('\n')
  }

  it('in the environment is one sentence, and all are told at once', async () => {
    const env = {
      PORT: '99999',
      HALYARD_RATE_LIMITS: 'maybe',
      DATABASE_URL: 'mysql://me:hidden@there/db',
      REDIS_URL: 'there:6379',
      PUBLIC_URL: 'ctf.example.org',
      HALYARD_ADMIN_PASSWORD: 'short'
    }
    const lines = await sentences(env)
    expect(lines).toHaveLength(Object.keys(env).length)
    for (const name of Object.keys(env)) expect(lines.join('\n')).toContain(`${name} must `)
    expect(lines.join('\n')).not.toContain('hidden')
  })

  it('of the port is one sentence', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, done))
    const { port } = server.address() as { port: number }
    expect(await sentences({ PORT: String(port) })).toEqual([
      `Port ${port} is already in use; set PORT to another one (PORT=0 takes any free port).`
    ])
    server.close()
  })

  it('of the data folder is one sentence', async () => {
    expect(await sentences({ HALYARD_DATA: '/dev/null/data' })).toEqual([
      'The data folder /dev/null/data cannot be written (a part of the path is a file); choose another with HALYARD_DATA.'
    ])
  })

  it('of a store of one’s own is one sentence without its password', async () => {
    const database = new URL(process.env.TEST_DATABASE_URL!)
    database.password ||= 'hidden'
    database.pathname = '/no_such_database'
    const lines = await sentences({
      DATABASE_URL: database.href,
      REDIS_URL: process.env.TEST_REDIS_URL!
    })
    expect(lines.at(-1)).toMatch(
      /^DATABASE_URL does not lead to a usable server at \S+ \(.*does not exist.*\)\.$/
    )
    expect(lines.join()).not.toContain(database.password)
  })

  it('of a migration that made the administrator does not keep the password to itself', async () => {
    const other = new Clone()
    try {
      other.program(
        'migrate',
        `console.log(JSON.stringify({ admin: { userName: 'Admin', password: 'made-once' } }))
         throw new Error('The moon is in the way')`
      )
      const run = note(other.start())
      expect(await run.silent).toBe(1)
      expect(run.stdout()).toBe('Administrator: Admin / made-once\n')
      expect(run.stderr()).toMatch(/could not be brought up to date \(Error: The moon is in the way\); see/)
    } finally {
      other.remove()
    }
  })

  it('of a process that does not start names it, and leaves nothing behind', async () => {
    clone.program('jobs', "throw new Error('The moon is in the way')")
    const run = start()
    await until('the stores run', () => clone.children().postgres && clone.children().redis)
    const family = descendants(run.process.pid ?? 0)
    expect(await run.silent).toBe(1)
    expect(run.stderr().trim().split('\n').at(-1)).toMatch(
      /^The jobs process does not start \(exit code 1: Error: The moon is in the way\); see .*jobs\.log\.$/
    )
    expect(family.filter(runs)).toEqual([])
    expect(existsSync(join(clone.data, 'run.json'))).toBe(false)
  })
})
