import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Clone, descendants, type Run, runs, until } from '../support/clone'

/** Tells which process answers; drains for a moment like the real one. */
const TELLS = `
import { createServer } from 'node:http'
const server = createServer((_request, response) => response.end(String(process.pid)))
server.listen(process.env.PORT)
const stop = () => setTimeout(() => process.exit(0), 200)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
`
const FAILS = `
process.stderr.write('There is no such port.\\n')
process.exit(1)
`
const COUNT = 3

let clone: Clone
const started: Run[] = []

async function up(): Promise<{ run: Run; url: string }> {
  const run = clone.start({ WEB_PROCESSES: String(COUNT) })
  started.push(run)
  await until('it is ready', () => /ready at/.test(run.stdout()) || run.process.exitCode !== null)
  return { run, url: /http:\S+/.exec(run.stdout())?.[0] ?? '' }
}

/** Processes that answer new connections. */
async function answering(url: string): Promise<Set<number>> {
  const asked = Array.from({ length: 6 * COUNT }, async () => {
    const answer = await fetch(`${url}/`, { headers: { Connection: 'close' } }).catch(() => null)
    return answer ? Number(await answer.text()) : null
  })
  return new Set((await Promise.all(asked)).filter((pid) => pid !== null))
}

const all = (url: string) => until('all answer', async () => (await answering(url)).size === COUNT)

beforeAll(() => {
  clone = new Clone()
  clone.program('web', TELLS)
})

afterEach(async () => {
  for (const run of started.splice(0)) {
    if (run.process.exitCode !== null || run.process.signalCode !== null) continue
    run.process.kill('SIGTERM')
    await run.ended
  }
})

afterAll(() => clone.remove())

describe('several web processes', () => {
  it('share the connections, and all end with the platform', async () => {
    const { run, url } = await up()
    await all(url)
    const family = descendants(run.process.pid!)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(family.filter(runs)).toEqual([])
  })

  it('are answered for while one of them is replaced', async () => {
    const { url } = await up()
    await all(url)
    const before = await answering(url)
    const [victim] = before
    process.kill(victim!, 'SIGKILL')
    await until('it is gone', () => !runs(victim!))
    for (let n = 0; n < 20; n++) expect((await answering(url)).size).toBeGreaterThan(0)
    await all(url)
    const after = await answering(url)
    expect(after.has(victim!)).toBe(false)
    expect([...after].filter((pid) => before.has(pid))).toHaveLength(COUNT - 1)
  })

  it('end when what started them is killed, and are started again', async () => {
    const { url } = await up()
    await all(url)
    const before = await answering(url)
    process.kill(clone.children().web!, 'SIGKILL')
    await until('they are gone', () => ![...before].some(runs))
    await all(url)
  })

  it('end at once for somebody in a hurry', async () => {
    const web = clone.program('web', TELLS.replace('200', '60_000'))
    try {
      const { run, url } = await up()
      await all(url)
      const family = descendants(run.process.pid!)
      run.process.kill('SIGINT')
      await sleep(1000)
      const asked = performance.now()
      run.process.kill('SIGINT')
      await run.ended
      expect(performance.now() - asked).toBeLessThan(10_000)
      await until('nobody is left', () => !family.some(runs))
    } finally {
      clone.program('web', web)
    }
  })

  it('that cannot start say why', async () => {
    const web = clone.program('web', FAILS)
    try {
      const { run } = await up()
      expect(await run.silent).toBe(1)
      expect(run.stderr()).toMatch(/The web process does not start \(exit code 1: There is no such port\)/)
    } finally {
      clone.program('web', web)
    }
  })
})
