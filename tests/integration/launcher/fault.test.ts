import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Clone, descendants, runs, until } from '../../support/launcher/clone'
import { openLauncherSuite } from '../../support/launcher/launcher-suite'

const launching = openLauncherSuite()

describe('a fault', () => {
  const sentences = async (env: Record<string, string>) => {
    const run = launching.start(env)
    expect(await run.silent).toBe(1)
    expect(run.stdout()).toBe('')
    return run.stderr().trim().split('\n')
  }

  it('in the environment is one sentence, and all are reported at once', async () => {
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

  it('of a used port is one sentence', async () => {
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

  it('of an own store is one sentence without its password', async () => {
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

  it('of a migration that made the administrator still prints the password', async () => {
    const other = new Clone()
    try {
      other.program(
        'migrate',
        `console.log(JSON.stringify({ admin: { userName: 'Admin', password: 'made-once' } }))
         throw new Error('The moon is in the way')`
      )
      const run = launching.note(other.start())
      expect(await run.silent).toBe(1)
      expect(run.stdout()).toBe('Administrator: Admin / made-once\n')
      expect(run.stderr()).toMatch(/could not be brought up to date \(Error: The moon is in the way\); see/)
    } finally {
      other.remove()
    }
  })

  it('of a process that does not start names it, and leaves nothing behind', async () => {
    launching.clone.program('jobs', "throw new Error('The moon is in the way')")
    const run = launching.start()
    await until(
      'the stores run',
      () => launching.clone.children().postgres && launching.clone.children().redis
    )
    const family = descendants(run.process.pid ?? 0)
    expect(await run.silent).toBe(1)
    expect(run.stderr().trim().split('\n').at(-1)).toMatch(
      /^The jobs process does not start \(exit code 1: Error: The moon is in the way\); see .*jobs\.log\.$/
    )
    expect(family.filter(runs)).toEqual([])
    expect(existsSync(join(launching.clone.data, 'run.json'))).toBe(false)
  })
})
