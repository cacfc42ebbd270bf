import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { containersOf } from '../support/instances/engine'
import {
  containers,
  ENGINE,
  type InstanceDomain,
  type Jobs,
  openInstanceDomain,
  openWorkerDomain,
  settledCleanly,
  startJobs,
  testedEngine,
  type WorkerDomain
} from '../support/instances/instances'
import { type BreakableStore, breakable } from '../support/stores/outage'
import { until } from '../support/until'

async function asking(instanceDomain: InstanceDomain, game: number) {
  const challenge = await instanceDomain.challenge(game)
  const { members } = await instanceDomain.addTeam(game)
  const player = () => instanceDomain.as(members[0]!)
  const { instances } = instanceDomain.services
  const id = await instances.request(player(), game, challenge)
  return {
    id,
    challenge,
    view: () => instances.view(player(), game, challenge),
    end: async () => {
      await instanceDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
      await instances.destroy(player(), game, challenge)
    }
  }
}
type Asked = Awaited<ReturnType<typeof asking>>
/** Milliseconds; the engine may be busy with what other tests ask of the machine. */
const REACHED_MS = 80_000
const reaches = (asked: Asked, state: string) =>
  expect.poll(async () => (await asked.view()).state, { timeout: REACHED_MS }).toBe(state)

describe.skipIf(!ENGINE)('instances while Redis is away', () => {
  let instanceDomain: InstanceDomain
  let way: BreakableStore
  let jobs: Jobs
  let game: number
  beforeAll(async () => {
    instanceDomain = await openInstanceDomain()
    way = await breakable(instanceDomain.stores.redisUrl)
    jobs = await startJobs(instanceDomain, { REDIS_URL: way.url })
    await testedEngine(instanceDomain)
    game = await instanceDomain.game({ containerCountLimit: 0 })
  })
  afterAll(async () => {
    await jobs?.kill()
    await way?.close()
    await instanceDomain?.close()
  })
  afterEach(() => settledCleanly(instanceDomain))

  it('without Redis instances are started, stopped and ended by the clock', async () => {
    const [running, expiring] = [await asking(instanceDomain, game), await asking(instanceDomain, game)]
    await Promise.all([reaches(running, 'ready'), reaches(expiring, 'ready')])
    await way.cut()
    const started = await asking(instanceDomain, game)
    await reaches(started, 'ready')
    await running.end()
    await reaches(running, 'ended')
    await instanceDomain.rows(`UPDATE instances SET expires_at = now() + interval '500 ms' WHERE id = $1`, [
      expiring.id
    ])
    await expect.poll(async () => (await expiring.view()).reason, { timeout: 12_000 }).toBe('expired')
    await way.mend()
    await started.end()
    await reaches(started, 'ended')
  })

  it('instances go on when Redis loses everything, again and again', async () => {
    const asked: Asked[] = []
    for (let n = 0; n < 5; n++) {
      asked.push(await asking(instanceDomain, game))
      await instanceDomain.stores.redis.flushDb()
      way.drop()
    }
    await Promise.all(asked.map((one) => reaches(one, 'ready')))
    for (const one of asked) {
      await one.end()
      way.drop()
    }
    await Promise.all(asked.map((one) => reaches(one, 'ended')))
    const late = await instanceDomain.rows(
      `SELECT FROM instances WHERE state = 'ended' AND reason = 'player'
         AND ended_at > (SELECT max(at) FROM instance_events WHERE event = 'stopping') + interval '10 seconds'`
    )
    expect(late).toEqual([])
  })
})

describe.skipIf(!ENGINE)('two installs on one engine', () => {
  // So few that they run into each other's.
  const narrow = { INSTANCE_POOL: '10.232.9.0/26', INSTANCE_PORTS: '31950-31953' }
  const fleets: WorkerDomain[] = []
  let asked: Asked[] = []
  beforeAll(async () => {
    for (const _ of ['one', 'two']) fleets.push(await openWorkerDomain(narrow))
  })
  // Another try finds the few ports free.
  afterEach(() => Promise.allSettled(asked.map((each) => each.end())))
  afterAll(async () => {
    for (const workerDomain of fleets) await workerDomain.close()
  })

  const installOf = async ({ rows }: InstanceDomain) =>
    (await rows<{ value: string }>(`SELECT value FROM settings WHERE key = 'install'`))[0]!.value

  it('two installs share networks and ports, and never touch each other’s objects', async () => {
    const [one, two] = fleets as [WorkerDomain, WorkerDomain]
    const games = [await one.game({ containerCountLimit: 0 }), await two.game({ containerCountLimit: 0 })]
    asked = await Promise.all([
      asking(one, games[0]!),
      asking(one, games[0]!),
      asking(two, games[1]!),
      asking(two, games[1]!)
    ])
    await Promise.all(asked.map((each) => reaches(each, 'ready')))
    const installs = [await installOf(one), await installOf(two)] as const
    expect(installs[0]).not.toBe(installs[1])

    // What one has no row for is an orphan to it, unless it is the other's.
    for (const { workers } of fleets)
      for (const job of workers.jobs.filter(({ name }) => name === 'reconcile-instances'))
        await job.run({} as never)
    expect(await containersOf({ install: installs[0] })).toHaveLength(2)
    expect(await containersOf({ install: installs[1] })).toHaveLength(2)

    await one.services.games.remove(one.admin, games[0]!)
    await until(async () => (await containersOf({ install: installs[0] })).length === 0)
    expect(await containersOf({ install: installs[1] })).toHaveLength(2)
    for (const each of asked.slice(2)) {
      const { state, entry } = await each.view()
      expect(state).toBe('ready')
      expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
    }
    for (const workerDomain of fleets) await settledCleanly(workerDomain)
    expect(await containers('halyard.install', one)).toEqual([])
    await Promise.all(asked.slice(2).map((each) => each.end()))
    for (const workerDomain of fleets) await settledCleanly(workerDomain)
  })
})
