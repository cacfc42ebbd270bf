import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { descendants, runs, until } from '../../support/launcher/clone'
import { answers, openLauncherSuite } from '../../support/launcher/launcher-suite'

const launching = openLauncherSuite()

const pidFile = () => join(launching.clone.data, 'postgres/cluster/postmaster.pid')

/** Kills all processes of a platform at once, as a kernel without memory does. */
async function crash({ run }: Awaited<ReturnType<typeof launching.up>>): Promise<void> {
  const pid = run.process.pid!
  // Frozen first, so that none of them stops the others properly.
  const family = [pid, ...descendants(pid)]
  for (const one of family) process.kill(one, 'SIGSTOP')
  for (const one of family) process.kill(one, 'SIGKILL')
  await run.ended
}

/** A zombie process of this user; `end` reaps it. */
async function zombie(user: { uid: number; gid: number }): Promise<{ pid: number; end(): void }> {
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
    ...{ uid: user.uid, gid: user.gid, cwd: '/' },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const pid = await new Promise<number>((done) => parent.stdout.once('data', (text) => done(Number(text))))
  await until('it has ended', () => !runs(pid))
  // Postgres would take it for alive.
  expect(() => process.kill(pid, 0)).not.toThrow()
  return { pid, end: () => parent.kill('SIGKILL') }
}

describe('a start after a crash', () => {
  it('of everything at once gets the same port, although clients are connected', async () => {
    const PORT = String(await freePort())
    const first = await launching.up({ PORT })
    const clients = Array.from({ length: 5 }, () => connect(Number(PORT), '127.0.0.1').on('error', () => {}))
    await until('they are connected', () => clients.every(({ connecting }) => !connecting))
    await crash(first)
    expect(existsSync(pidFile())).toBe(true)
    const { url } = await launching.up({ PORT })
    expect(url).toBe(`http://localhost:${PORT}`)
    await until('the platform answers', () => answers(`${url}/healthz`))
    for (const client of clients) client.destroy()
  })

  it('succeeds although the dead Postgres was not reaped', async () => {
    await crash(await launching.up())
    const dead = await zombie(statSync(pidFile()))
    try {
      const [, ...rest] = readFileSync(pidFile(), 'utf8').split('\n')
      writeFileSync(pidFile(), [dead.pid, ...rest].join('\n'))
      const { url } = await launching.up()
      await until('the platform answers', () => answers(`${url}/healthz`))
    } finally {
      dead.end()
    }
  })

  it('of the launcher alone takes the port from its children', async () => {
    const PORT = String(await freePort())
    const { run } = await launching.up({ PORT })
    const family = descendants(run.process.pid!)
    run.process.kill('SIGKILL')
    await run.ended
    const { url } = await launching.up({ PORT })
    expect(url).toBe(`http://localhost:${PORT}`)
    expect(family.filter(runs)).toEqual([])
  })
})
