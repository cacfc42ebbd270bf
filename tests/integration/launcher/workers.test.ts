import { beforeAll, describe, expect, it } from 'vitest'
import { descendants, runs, until } from '../../support/launcher/clone'
import { openLauncherSuite } from '../../support/launcher/launcher-suite'

/** Replies with its pid; drains for a moment like the real one. */
const REPLIES_WITH_PID = `
import { createServer } from 'node:http'
const server = createServer((_request, response) => response.end(String(process.pid)))
server.listen(process.env.PORT)
setInterval(() => process.send?.('heartbeat'), 1000).unref()
const stop = () => setTimeout(() => process.exit(0), 200)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
`
const FAILS = `
process.stderr.write('There is no such port.\\n')
process.exit(1)
`
/** Blocks before it listens for longer than a silent worker may live. */
const LOADS_SLOWLY = `
process.send('heartbeat')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 13_000)
${REPLIES_WITH_PID}`
const COUNT = 3

const launching = openLauncherSuite()
beforeAll(() => {
  launching.clone.program('web', REPLIES_WITH_PID)
})

const up = () => launching.up({ WEB_PROCESSES: String(COUNT) })

/** Processes that answer new connections. */
async function answering(url: string): Promise<Set<number>> {
  const asked = Array.from({ length: 6 * COUNT }, async () => {
    const answer = await fetch(`${url}/`, { headers: { Connection: 'close' } }).catch(() => null)
    return answer ? Number(await answer.text()) : null
  })
  return new Set((await Promise.all(asked)).filter((pid) => pid !== null))
}

/** Waits until all processes answer, without the given one. */
async function all(url: string, without?: number): Promise<Set<number>> {
  const seen = new Set<number>()
  await until('all answer', async () => {
    for (const pid of await answering(url)) if (pid !== without) seen.add(pid)
    return seen.size >= COUNT
  })
  return seen
}

describe('several web processes', () => {
  it('share the connections, and all end with the platform', async () => {
    const { run, url } = await up()
    await all(url)
    const family = descendants(run.process.pid!)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(family.filter(runs)).toEqual([])
  })

  it('are represented by the others while one is replaced', async () => {
    const { url } = await up()
    const before = await all(url)
    const [victim] = before
    process.kill(victim!, 'SIGKILL')
    for (let n = 0; n < 20; n++) expect((await answering(url)).size).toBeGreaterThan(0)
    const after = await all(url, victim)
    expect(runs(victim!)).toBe(false)
    expect([...after].filter((pid) => before.has(pid))).toHaveLength(COUNT - 1)
  })

  it('end when their parent is killed, and are started again', async () => {
    const { url } = await up()
    const before = await all(url)
    process.kill(launching.clone.children().web!, 'SIGKILL')
    await until('they are gone', () => ![...before].some(runs))
    await all(url)
  })

  it('end at once on a second request', async () => {
    const web = launching.clone.program('web', REPLIES_WITH_PID.replace('200', '60_000'))
    try {
      const { run, url } = await up()
      await all(url)
      const family = descendants(run.process.pid!)
      const asked = performance.now()
      const asking = setInterval(() => run.process.kill('SIGINT'), 300)
      await run.ended.finally(() => clearInterval(asking))
      expect(performance.now() - asked).toBeLessThan(10_000)
      await until('nobody is left', () => !family.some(runs))
    } finally {
      launching.clone.program('web', web)
    }
  })

  it('are not taken for hung while they load', async () => {
    const web = launching.clone.program('web', LOADS_SLOWLY)
    try {
      const { run, url } = await up()
      await all(url)
      expect(run.stderr()).not.toMatch(/has not responded|starting another/)
    } finally {
      launching.clone.program('web', web)
    }
  })

  it('report why they cannot start', async () => {
    const web = launching.clone.program('web', FAILS)
    try {
      const { run } = await up()
      expect(await run.silent).toBe(1)
      expect(run.stderr()).toMatch(/The web process does not start \(exit code 1: There is no such port\)/)
    } finally {
      launching.clone.program('web', web)
    }
  })
})
