import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { descendants, runs, until } from '../../support/launcher/clone'
import { down, isWatchdog, NAMES, openLauncherSuite } from '../../support/launcher/launcher-suite'

/** Replies, and drains for ever. */
const STUBBORN = `
import { createServer } from 'node:http'
createServer((_request, response) => response.end('ok')).listen(process.env.SCORING_PORT)
process.on('SIGTERM', () => {})
process.on('disconnect', () => {})
`

const launching = openLauncherSuite()

describe('an end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s stops all, in order', async (signal) => {
    const { run } = await launching.up()
    const before = launching.clone.read('stops.log').length
    const family = await down(run, signal)
    expect(await run.ended).toBe(0)
    expect(family.length).toBeGreaterThan(NAMES.length)
    expect(family.filter(runs)).toEqual([])
    expect(launching.clone.read('stops.log').slice(before)).toBe('web\nscoring\njobs\n')
    expect(launching.clone.read('logs/postgres.log').trim().split('\n').at(-1)).toContain(
      'database system is shut down'
    )
    expect(existsSync(join(launching.clone.data, 'redis/halyard.rdb'))).toBe(true)
    expect(existsSync(join(launching.clone.data, 'run.json'))).toBe(false)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s for npm stops all before npm ends', async (signal) => {
    const { run } = await launching.up({}, launching.note(launching.clone.npmStart()))
    const family = await down(run, signal)
    expect(await run.ended).toBe(0)
    expect(family.filter(runs)).toEqual([])
  })

  it('comes at once when it is requested again, however long a process would take', async () => {
    const before = launching.clone.program('scoring', STUBBORN)
    const { run } = await launching.up()
    const family = descendants(run.process.pid ?? 0)
    const asking = setInterval(() => run.process.kill('SIGINT'), 300)
    await run.ended
    clearInterval(asking)
    launching.clone.program('scoring', before)
    expect(run.stderr()).toContain('Stopping at once.')
    expect(family.filter(runs)).toEqual([])
  })

  it('by kill -9 of npm stops all', async () => {
    const { run } = await launching.up({}, launching.note(launching.clone.npmStart()))
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
  })

  it('stops what has begun in the middle of a start', async () => {
    const run = launching.start()
    await until('a store runs', () => launching.clone.children().postgres)
    const family = await down(run)
    expect(await run.silent).toBe(0)
    expect(run.stdout()).toBe('')
    await until('all is gone', () => !family.some(runs))
  })

  it('by kill -9 of the launcher leaves nothing behind', async () => {
    const { run } = await launching.up()
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
    expect(existsSync(join(launching.clone.data, 'postgres/cluster/postmaster.pid'))).toBe(false)
  })

  it('by kill -9 of the launcher does not delay the next start', async () => {
    const { run } = await launching.up()
    const family = await down(run, 'SIGKILL')
    await launching.up()
    expect(family.filter(runs)).toEqual([])
  })

  it('by kill -9 of launcher and watchdog together is cleared up by the next start', async () => {
    const { run } = await launching.up()
    const family = descendants(run.process.pid ?? 0)
    const watchdog = family.find(isWatchdog)
    process.kill(run.process.pid ?? 0, 'SIGKILL')
    process.kill(watchdog ?? 0, 'SIGKILL')
    await run.ended
    await launching.up()
    expect(family.filter(runs)).toEqual([])
  })
})
