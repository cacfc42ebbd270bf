import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Organiser } from '../support/games/organiser'
import { docker, execute, imageOf, removeImage } from '../support/instances/engine'
import {
  containers,
  ENGINE,
  openWorkerDomain,
  settledCleanly,
  type WorkerDomain
} from '../support/instances/instances'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const MIB = 1024 * 1024
/** A web server that does something else once /tmp/go is there. */
const armed = (script: string) => [
  '/bin/sh',
  '-c',
  `httpd -p 80 -h /www; until [ -e /tmp/go ]; do sleep 0.1; done; ${script}`
]
const DORMANT = 'while :; do sleep 1; done'

describe.skipIf(!ENGINE)('instances that take all they can get', () => {
  let workerDomain: WorkerDomain
  let platform: Platform
  let game: number
  let pages: string[]
  const images: string[] = []
  beforeAll(async () => {
    platform = await startPlatform()
    const shown = await (await Organiser.of(platform)).game()
    pages = ['/', `/games/${shown.id}/Scoreboard`]
    workerDomain = await openWorkerDomain()
    game = await workerDomain.game({ containerCountLimit: 0 })
  })
  afterAll(async () => {
    await workerDomain?.close()
    await platform?.close()
    for (const image of images) await removeImage(image)
  })
  afterEach(() => settledCleanly(workerDomain))

  async function running(
    script: string,
    change: { containerOptions?: object; [more: string]: unknown } = {}
  ) {
    const image = await imageOf(`local/faults-floods:${images.length}`, { cmd: armed(script) })
    images.push(image)
    const challenge = await workerDomain.challenge(game, {
      containerImage: image,
      memoryLimit: 64,
      ...change
    })
    const { members } = await workerDomain.addTeam(game)
    const { instances } = workerDomain.services
    const player = () => workerDomain.as(members[0]!)
    const id = await instances.request(player(), game, challenge)
    const view = () => instances.view(player(), game, challenge)
    await expect.poll(async () => (await view()).state).toBe('ready')
    const name = (await containers('halyard.instance', workerDomain, id))[0]!.slice(1)
    return {
      id,
      name,
      view,
      go: () => execute(name, ['/bin/touch', '/tmp/go']),
      details: () => instances.one(workerDomain.admin, id)
    }
  }

  /** What the clock does each fifteen seconds. */
  const reconcileNow = async () => {
    for (const job of workerDomain.workers.jobs)
      if (job.name === 'reconcile-instances') await job.run({} as Parameters<typeof job.run>[0])
  }

  /** Milliseconds within which 95 of 100 answers came, of `rounds` for each page. */
  async function pageTime(rounds: number): Promise<number> {
    const took: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const page of pages) {
        const from = performance.now()
        const answer = await fetch(platform.url + page)
        await answer.text()
        expect(answer.status).toBe(200)
        took.push(performance.now() - from)
      }
    return took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)]!
  }

  it('an instance that exceeds its memory ends for that reason, and its last output is kept', async () => {
    const hog = await running('echo "eating $FLAG"; exec tail /dev/zero')
    await hog.go()
    await expect.poll(async () => (await hog.view()).state).toBe('ended')
    expect(await hog.view()).toMatchObject({ reason: 'oom', inUse: 0 })
    const { exitCode, lastLog } = await hog.details()
    expect([exitCode, lastLog]).toEqual([137, 'eating ••••••'])
  })

  it('an instance that fills a writable root is ended by the sweep', async () => {
    const writer = await running(`dd if=/dev/zero of=/big bs=1M count=160; touch /tmp/done; ${DORMANT}`, {
      storageLimit: 128,
      memoryLimit: 256,
      containerOptions: { readOnly: false }
    })
    const modest = await running(`dd if=/dev/zero of=/big bs=1M count=8; touch /tmp/done; ${DORMANT}`, {
      storageLimit: 128,
      containerOptions: { readOnly: false }
    })
    for (const { name, go } of [writer, modest]) {
      await go()
      await until(async () => (await execute(name, ['/bin/ls', '/tmp/done'])).code === 0, 60_000)
    }
    await reconcileNow()
    await expect.poll(async () => (await writer.view()).state).toBe('ended')
    expect((await writer.view()).reason).toBe('disk_full')
    expect((await modest.view()).state).toBe('ready')
  })

  it('an instance that fills its temporary folders affects nobody else', async () => {
    const writer = await running(DORMANT, { storageLimit: 128, memoryLimit: 256 })
    const { code, output } = await execute(writer.name, [
      '/bin/dd',
      'if=/dev/zero',
      'of=/tmp/big',
      'bs=1M',
      'count=160'
    ])
    expect(code).not.toBe(0)
    expect(output).toContain('No space left on device')
    expect((await execute(writer.name, ['/bin/touch', '/outside'])).output).toContain('Read-only')
    await reconcileNow()
    expect((await writer.view()).state).toBe('ready')
  })

  it('an instance gets no more file descriptors than its limit', async () => {
    const opener = await running(DORMANT)
    const script = 'i=10; while [ $i -lt 5000 ]; do eval "exec $i</dev/null" || exit 1; i=$((i+1)); done'
    const { code, output } = await execute(opener.name, ['/bin/sh', '-c', script])
    expect([code === 0, output]).not.toEqual([true, ''])
    expect((await opener.view()).state).toBe('ready')
  })

  it('pages answer and other instances start while one floods processes, output and processor', async () => {
    const forks = await running('bomb() { bomb | bomb & }; bomb; while :; do :; done', {
      containerOptions: { pids: 32 }
    })
    const talk = await running('exec yes all the words that there are')
    const hogs = [await running('while :; do :; done'), await running('while :; do :; done')]
    await pageTime(20)
    const quiet = await pageTime(60)
    for (const { go } of [forks, talk, ...hogs]) await go()
    await until(async () => (await execute(talk.name, ['/bin/ls', '/tmp/go'])).code === 0)
    const loud = await pageTime(60)
    console.log(
      `pages: p95 ${quiet.toFixed(1)} ms quiet, ${loud.toFixed(1)} ms loud, × ${(loud / quiet).toFixed(2)}`
    )

    const another = await running(DORMANT)
    expect((await another.view()).state).toBe('ready')
    const [usage] = (await workerDomain.services.instances.usage(workerDomain.admin, [forks.id])).map(
      ({ pids }) => pids
    )
    expect(usage).toBeLessThanOrEqual(32)
    // The engine keeps a mebibyte of it, and we send a part of that.
    const { LogPath } = await docker<{ LogPath: string }>('GET', `/containers/${talk.name}/json`)
    const logs = readdirSync(dirname(LogPath)).filter((name) => name.includes('json.log'))
    const bytes = logs.reduce((sum, name) => sum + statSync(join(dirname(LogPath), name)).size, 0)
    expect(bytes).toBeGreaterThan(MIB / 4)
    expect(bytes).toBeLessThan(2.5 * MIB)
    const lines = await workerDomain.services.instances.logs(workerDomain.admin, talk.id, null)
    expect(JSON.stringify(lines).length).toBeLessThan(64 * 1024)
    for (const { view } of [forks, talk, ...hogs]) expect((await view()).state).toBe('ready')
    await workerDomain.services.games.remove(workerDomain.admin, game)
    await settledCleanly(workerDomain)
  })
})
