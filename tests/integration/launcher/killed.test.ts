import { describe, expect, it } from 'vitest'
import { descendants, runs, until } from '../../support/launcher/clone'
import { answers, down, isWatchdog, NAMES, openLauncherSuite } from '../../support/launcher/launcher-suite'

/** Tells that Redis is away, as the real one does. */
const WITHOUT_REDIS = `
import { createServer } from 'node:http'
const server = createServer(({ url }, response) => response.writeHead(url === '/healthz' ? 503 : 200).end())
server.listen(process.env.PORT)
const stop = () => process.exit(0)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
`

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

  it('is ready again while Redis is away, because web works without', async () => {
    const { run, url } = await launching.up()
    const web = launching.clone.program('web', WITHOUT_REDIS)
    process.kill(launching.clone.children().web ?? 0, 'SIGKILL')
    await until('it is back', () => run.stderr().endsWith('web is back.\n'))
    expect(await answers(`${url}/healthz`)).toBe(false)
    launching.clone.program('web', web)
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
