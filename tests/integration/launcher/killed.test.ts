import { describe, expect, it } from 'vitest'
import { descendants, runs, until } from '../../support/launcher/clone'
import { answers, down, isWatchdog, NAMES, openLauncherSuite } from '../../support/launcher/launcher-suite'

const launching = openLauncherSuite()

describe('a child that is killed', () => {
  it('is restarted, whichever it is, and the others stay', async () => {
    const { url } = await launching.up()
    for (const name of NAMES) {
      const { [name]: killed, ...others } = launching.clone.children()
      process.kill(killed ?? 0, 'SIGKILL')
      await until(`${name} runs again`, () => ![undefined, killed].includes(launching.clone.children()[name]))
      await until('the platform answers', () => answers(`${url}/healthz`))
      expect(launching.clone.children()).toMatchObject(others)
      expect(runs(killed ?? 0), name).toBe(false)
    }
  })

  it('is restarted when it is the watchdog', async () => {
    const { run } = await launching.up()
    const watchdogs = () => descendants(run.process.pid ?? 0).filter(isWatchdog)
    const [first] = watchdogs()
    process.kill(first ?? 0, 'SIGKILL')
    await until('there is another one', () => watchdogs().some((pid) => pid !== first))
    const family = await down(run, 'SIGKILL')
    await until('all is gone', () => !family.some(runs))
  })

  it('is restarted more slowly after each failure, but soon when it had been at work', async () => {
    const { run } = await launching.up()
    for (const delay of [0.25, 0.5, 1]) {
      process.kill(launching.clone.children().jobs ?? 0, 'SIGKILL')
      await until('the delay is told', () => run.stderr().includes(`starting it again in ${delay} s`))
      await until('it is back', () => run.stderr().endsWith('jobs is back.\n'))
    }
    process.kill(launching.clone.children().jobs ?? 0, 'SIGKILL')
    await until('it waits no longer than before', () => run.stderr().split('again in 1 s').length === 3)
    await until('it is back', () => run.stderr().endsWith('jobs is back.\n'))
    // A process that never became ready has more time to be mended.
    const jobs = launching.clone.program('jobs', 'process.exit(1)')
    process.kill(launching.clone.children().jobs ?? 0, 'SIGKILL')
    await until('it waits longer', () => run.stderr().includes('starting it again in 2 s'))
    launching.clone.program('jobs', jobs)
  })
})
