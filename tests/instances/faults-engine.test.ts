import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../support/domain'
import { docker, dockerHost, hasEngine, inspect, killEngine, ownsEngine } from '../support/instances/engine'
import { type Forwarder, forwardTo } from '../support/instances/forwarder'
import {
  containers,
  IMAGE,
  openWorkerDomain,
  settledCleanly,
  type WorkerDomain
} from '../support/instances/instances'
import { until } from '../support/until'

/** Sooner than in earnest, so that nobody waits half a minute for an engine to count as away. */
const HEARTBEAT = { every: 300, downAfter: 1500 }
const FLAG = 'flag{static}'

async function asking(workerDomain: WorkerDomain, game: number) {
  const challenge = await workerDomain.challenge(game, {}, 'StaticContainer')
  const { members } = await workerDomain.addTeam(game)
  const player = () => workerDomain.as(members[0]!)
  const { instances, submissions } = workerDomain.services
  const id = await instances.request(player(), game, challenge)
  return {
    id,
    view: () => instances.view(player(), game, challenge),
    ask: () => instances.request(player(), game, challenge),
    end: async () => {
      await workerDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
      await instances.destroy(player(), game, challenge)
    },
    submit: () => submissions.submit(player(), game, challenge, FLAG)
  }
}
type Asked = Awaited<ReturnType<typeof asking>>
const reaches = (asked: Asked, state: string, timeout = 30_000) =>
  expect.poll(async () => (await asked.view()).state, { timeout }).toBe(state)

describe.skipIf(!hasEngine)('an engine that goes away or hangs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-engine-'))
  let forwarder: Forwarder
  let workerDomain: WorkerDomain
  let game: number
  beforeAll(async () => {
    forwarder = await forwardTo(dockerHost(), join(folder, 'engine.sock'))
    workerDomain = await openWorkerDomain({ DOCKER_HOST: forwarder.address }, { heartbeat: HEARTBEAT })
    game = await workerDomain.game({ containerCountLimit: 0 })
  })
  afterEach(async () => {
    forwarder.resume()
    await settledCleanly(workerDomain)
  })
  afterAll(async () => {
    await workerDomain?.close()
    forwarder?.cut()
    rmSync(folder, { recursive: true, force: true })
  })
  const engine = async () => (await workerDomain.services.engines.list(workerDomain.admin))[0]!

  it('while the engine is away nothing is lost, ends by the clock or is claimed, and afterwards everything goes on', async () => {
    const [kept, late, ended] = [
      await asking(workerDomain, game),
      await asking(workerDomain, game),
      await asking(workerDomain, game)
    ]
    for (const asked of [kept, late, ended]) await reaches(asked, 'ready')
    forwarder.cut()
    // Until it counts as away a wish is taken, and waits.
    const waiting = await asking(workerDomain, game)
    const ending = ended.end()
    await expect.poll(async () => (await engine()).state).toBe('down')
    await workerDomain.rows(`UPDATE instances SET expires_at = now() + interval '300 ms' WHERE id = $1`, [
      late.id
    ])
    await refused(asking(workerDomain, game), 'container.engine_away')
    expect((await kept.view()).unavailable).toBe('container.engine_away')
    await ending
    expect((await ended.view()).state).toBe('stopping')
    // A flag is judged by the books, not by the engine.
    await expect(late.submit()).resolves.toBeGreaterThan(0)
    await until(
      async () =>
        (await workerDomain.rows('SELECT FROM instances WHERE id = $1 AND expires_at < now()', [late.id]))
          .length === 1
    )
    await workerDomain.services.instances.work.reap()
    expect((await late.view()).state).toBe('ready')
    expect((await kept.view()).state).toBe('ready')
    expect(await workerDomain.rows(`SELECT FROM instances WHERE state = 'stuck' OR reason = 'lost'`)).toEqual(
      []
    )

    await forwarder.mend()
    await expect.poll(async () => (await engine()).state).toBe('up')
    await reaches(waiting, 'ready')
    await reaches(ended, 'ended')
    expect((await ended.view()).reason).toBe('player')
    const [row] = await workerDomain.rows<{ tries: number }>(
      `SELECT count(*)::int AS tries FROM instance_events WHERE event = 'stuck'`
    )
    expect(row!.tries).toBe(0)
    expect((await kept.view()).state).toBe('ready')
    // It was out of reach for longer than it had left.
    await reaches(late, 'ended')
    expect((await late.view()).reason).toBe('expired')
  })

  it('an instance whose second container died while the engine was away ends afterwards', async () => {
    const containerCompose = `
services:
  web: { image: '${IMAGE}', expose: [80] }
  store: { image: '${IMAGE}' }
`
    const containerOptions = { entry: { service: 'web' } }
    const challenge = await workerDomain.challenge(game, {
      containerImage: null,
      containerCompose,
      containerOptions
    })
    const { members } = await workerDomain.addTeam(game)
    const player = () => workerDomain.as(members[0]!)
    const id = await workerDomain.services.instances.request(player(), game, challenge)
    const view = () => workerDomain.services.instances.view(player(), game, challenge)
    await expect.poll(async () => (await view()).state, { timeout: 30_000 }).toBe('ready')
    const names = await containers('halyard.instance', workerDomain, id)
    expect(names).toHaveLength(2)
    forwarder.cut()
    await expect.poll(async () => (await engine()).state).toBe('down')
    await docker('POST', `/containers/${names.find((name) => name.endsWith('.store'))!.slice(1)}/kill`)
    await forwarder.mend()
    await expect.poll(async () => (await view()).state, { timeout: 30_000 }).toBe('ended')
    expect((await view()).reason).toBe('crashed')
  })

  it('an engine that accepts calls and never answers is given up by a timeout, and nothing is lost', async () => {
    const asked = await asking(workerDomain, game)
    await reaches(asked, 'ready')
    forwarder.stall()
    // The clock of all engines of a process does not wait until a call to one of them is given up.
    const compare = workerDomain.workers.jobs.find(({ name }) => name === 'reconcile-instances')!
    const from = performance.now()
    await compare.run({} as Parameters<typeof compare.run>[0])
    expect(performance.now() - from).toBeLessThan(4800)
    await expect.poll(async () => (await engine()).state).toBe('down')
    expect((await engine()).error).toContain('no answer within')
    await refused(asking(workerDomain, game), 'container.engine_away')
    expect((await asked.view()).state).toBe('ready')
    forwarder.resume()
    await expect.poll(async () => (await engine()).state).toBe('up')
    expect((await asked.view()).state).toBe('ready')
    expect(forwarder.open()).toBeLessThan(20)
  })

  it('a container that cannot be removed is shown as stuck, while all others start and stop', async () => {
    const stubborn = await asking(workerDomain, game)
    await reaches(stubborn, 'ready')
    const name = (await containers('halyard.instance', workerDomain, stubborn.id))[0]!.slice(1)
    const { Id } = (await inspect(name))!
    forwarder.hold(new RegExp(`^DELETE /containers/${Id}`))
    await stubborn.end()
    expect((await stubborn.view()).state).toBe('stopping')
    const [other, next] = [await asking(workerDomain, game), await asking(workerDomain, game)]
    await Promise.all([reaches(other, 'ready'), reaches(next, 'ready')])
    await other.end()
    await reaches(other, 'ended')
    // Two tries are over; the third ends by its deadline.
    await workerDomain.rows('UPDATE instances SET attempts = 2 WHERE id = $1', [stubborn.id])
    await reaches(stubborn, 'stuck', 60_000)
    expect(await stubborn.view()).toMatchObject({ reason: 'player', inUse: 1, entry: null })
    const filter = {
      tab: 'stuck',
      search: '',
      game: null,
      challenge: null,
      state: null,
      reason: null
    } as const
    const page = { count: 10, skip: 0 }
    const { data } = await workerDomain.services.instances.list(workerDomain.admin, filter, page)
    expect(data.map(({ id, detail }) => [id, detail?.includes('no answer within')])).toEqual([
      [stubborn.id, true]
    ])
    // Its team gets the place back; what is left is an orphan until the engine lets go of it.
    const { instances } = workerDomain.services
    expect(await instances.release(workerDomain.admin, stubborn.id)).toBe(true)
    expect(await instances.release(workerDomain.admin, stubborn.id)).toBe(false)
    expect(await stubborn.view()).toMatchObject({ state: 'ended', reason: 'player', inUse: 0 })
    expect(await containers('halyard.instance', workerDomain, stubborn.id)).toHaveLength(1)
    forwarder.resume()
    await expect
      .poll(async () => (await containers('halyard.instance', workerDomain, stubborn.id)).length, {
        timeout: 90_000
      })
      .toBe(0)
  })

  it('an administrator has the removal of a stuck instance tried again at once', async () => {
    const { instances } = workerDomain.services
    const asked = await asking(workerDomain, game)
    await reaches(asked, 'ready')
    expect(await instances.retry(workerDomain.admin, asked.id)).toBe(false)
    await workerDomain.rows(
      `UPDATE instances SET desired = 'down', state = 'stuck', reason = 'player', attempts = 3,
         next_at = now() + interval '5 minutes' WHERE id = $1`,
      [asked.id]
    )
    expect(await instances.retry(workerDomain.admin, asked.id)).toBe(true)
    await reaches(asked, 'ended')
  })
})

describe.skipIf(!ownsEngine)('an engine that is killed', () => {
  let workerDomain: WorkerDomain
  beforeAll(async () => {
    workerDomain = await openWorkerDomain({}, { heartbeat: HEARTBEAT })
  })
  afterAll(() => workerDomain?.close())

  it('after the engine was killed rows agree with what it has left, and it starts instances again', async () => {
    const game = await workerDomain.game({ containerCountLimit: 0 })
    const before = []
    for (let n = 0; n < 4; n++) before.push(await asking(workerDomain, game))
    for (const asked of before) await reaches(asked, 'ready')
    const killed = killEngine()
    const meanwhile = await asking(workerDomain, game)
    await expect(meanwhile.submit()).resolves.toBeGreaterThan(0)
    await killed
    await settledCleanly(workerDomain)
    for (const asked of before) {
      const { state, reason, entry } = await asked.view()
      if (state === 'ready') expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
      else expect([state, /^(lost|crashed)$/.test(reason ?? '')]).toEqual(['ended', true])
    }
    const after = await asking(workerDomain, game)
    await reaches(after, 'ready')
    const { entry } = await after.view()
    expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
  })
})
