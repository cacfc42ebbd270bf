import { describe, expect, it } from 'vitest'
import { runs, until } from '../../support/launcher/clone'
import { answers, openLauncherSuite } from '../../support/launcher/launcher-suite'

/** Answers /healthz and sends heartbeats, as the real ones do. */
const BEATS = `
import { createServer } from 'node:http'
const [name] = process.argv[1].match(/[a-z]+(?=\\.js$)/)
createServer((_request, response) => response.end(String(process.pid)))
  .listen(process.env[{ web: 'PORT', scoring: 'SCORING_PORT', jobs: 'JOBS_PORT' }[name]])
process.send('heartbeat')
setInterval(() => process.send('heartbeat'), 1000)
const stop = () => process.exit(0)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
`
/** Longest time until a hung process is reported, and until it is replaced. */
const REPORTED_MS = 10_000
const REPLACED_MS = 20_000

const launching = openLauncherSuite()

/** Freezes processes and waits until they are replaced. */
async function replaced(names: readonly string[]): Promise<void> {
  const before = launching.clone.children()
  for (const name of names) process.kill(before[name]!, 'SIGSTOP')
  const isReplaced = (name: string) => ![undefined, before[name]].includes(launching.clone.children()[name])
  await until('others run in their place', () => names.every(isReplaced), REPLACED_MS)
  for (const name of names) await until('it is gone', () => !runs(before[name]!))
  for (const [name, pid] of Object.entries(before))
    if (!names.includes(name)) expect(launching.clone.children()[name], name).toBe(pid)
}

describe('a process that hangs', () => {
  it('is reported and replaced, whether it is ours or a store, and the others stay', async () => {
    for (const name of ['web', 'scoring', 'jobs']) launching.clone.program(name, BEATS)
    const { run, url } = await launching.up()
    for (const names of [['web', 'scoring', 'redis'], ['scoring', 'jobs'], ['postgres']]) {
      const from = run.stderr().length
      const isReported = (name: string) =>
        run.stderr().slice(from).includes(`${name} has not responded for 8 s.`)
      const replacing = replaced(names)
      await until('all are reported', () => names.every(isReported), REPORTED_MS)
      await replacing
      // One that is frozen before it has begun its work gets the time of a start.
      const isBack = (name: string) => run.stderr().slice(from).includes(`${name} is back.`)
      await until('all are back', () => names.every(isBack), REPLACED_MS)
    }
    await until('the platform answers', () => answers(`${url}/healthz`))
  })

  it('among several web processes is replaced, and the port stays theirs', async () => {
    launching.clone.program('web', BEATS)
    const { url } = await launching.up({ WEB_PROCESSES: '2' })
    const pid = async () => Number(await (await fetch(url, { headers: { Connection: 'close' } })).text())
    const first = await pid()
    process.kill(first, 'SIGSTOP')
    await until('it is gone', () => !runs(first), REPLACED_MS)
    expect(await pid()).not.toBe(first)
  })

  it('with all its own processes leaves the port to the next one', async () => {
    launching.clone.program('web', BEATS)
    const { url } = await launching.up({ WEB_PROCESSES: '2' })
    const worker = Number(await (await fetch(url, { headers: { Connection: 'close' } })).text())
    process.kill(worker, 'SIGSTOP')
    await replaced(['web'])
    expect(runs(worker)).toBe(false)
    await until('the platform answers', () => answers(`${url}/healthz`))
  })

  it('is kept when it continues in time, and when the launcher itself was frozen', async () => {
    launching.clone.program('scoring', BEATS)
    const { run } = await launching.up()
    const before = launching.clone.children()
    process.kill(before.scoring!, 'SIGSTOP')
    await until('it is told', () => run.stderr().includes('scoring has not responded'), REPLACED_MS)
    process.kill(before.scoring!, 'SIGCONT')
    await until('it is told', () => run.stderr().includes('scoring responds again'))
    run.process.kill('SIGSTOP')
    await new Promise((done) => setTimeout(done, 18_000))
    run.process.kill('SIGCONT')
    // Its next complaint comes from a check after it continued; until then it replaced nothing.
    process.kill(before.scoring!, 'SIGSTOP')
    const complaints = () => run.stderr().split('scoring has not responded').length - 1
    await until('it is told again', () => complaints() === 2, REPLACED_MS)
    process.kill(before.scoring!, 'SIGCONT')
    await until('it is told again', () => run.stderr().split('scoring responds again').length === 3)
    expect(launching.clone.children()).toEqual(before)
  })
})
