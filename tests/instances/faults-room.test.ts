import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENGINE, openWorkerDomain, settledCleanly, type WorkerDomain } from '../support/instances/instances'
import { until } from '../support/until'

const FIRST = 31_990
const LAST = FIRST + 1

describe.skipIf(!ENGINE).each([
  ['networks', { INSTANCE_POOL: '10.231.7.0/27' }],
  ['ports', { INSTANCE_PORTS: `${FIRST}-${LAST}` }]
])('an engine with only two %s', (what, env) => {
  let workerDomain: WorkerDomain
  let game: number
  beforeAll(async () => {
    workerDomain = await openWorkerDomain(env)
    game = await workerDomain.game({ containerCountLimit: 0 })
  })
  afterAll(() => workerDomain?.close())
  afterEach(() => settledCleanly(workerDomain))

  async function ask() {
    const challenge = await workerDomain.challenge(game)
    const { members } = await workerDomain.addTeam(game)
    const player = () => workerDomain.as(members[0]!)
    const { instances } = workerDomain.services
    const id = await instances.request(player(), game, challenge)
    return {
      id,
      view: () => instances.view(player(), game, challenge),
      end: async () => {
        await workerDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
        await instances.destroy(player(), game, challenge)
      }
    }
  }
  type Asked = Awaited<ReturnType<typeof ask>>
  const reaches = (asked: Asked, state: string) =>
    expect.poll(async () => (await asked.view()).state).toBe(state)

  it('the third instance waits until one ends', async () => {
    const [one, two] = [await ask(), await ask()]
    await Promise.all([reaches(one, 'ready'), reaches(two, 'ready')])
    const three = await ask()
    await expect.poll(async () => (await three.view()).waitsFor).toBe('capacity')
    expect(await three.view()).toMatchObject({ state: 'queued', position: 1, waiting: 1, entry: null })
    const [engine] = await workerDomain.services.engines.list(workerDomain.admin)
    expect([engine!.capacity.places, engine!.reserved.places]).toEqual([2, 2])
    await one.end()
    await reaches(three, 'ready')
    await Promise.all([two.end(), three.end()])
  })

  it.runIf(what === 'ports')('a port that another program uses costs no attempt', async () => {
    const listeners: Server[] = []
    for (const port of [FIRST, LAST]) {
      const server = createServer().listen(port, '127.0.0.1')
      await once(server, 'listening')
      listeners.push(server)
    }
    const asked = await ask()
    const failures = () =>
      workerDomain.rows<{ reason: string; detail: string }>(
        `SELECT reason, detail FROM instance_events WHERE instance_id = $1 AND event = 'attempt_failed'`,
        [asked.id]
      )
    try {
      // More often than a start may fail by its own fault.
      await until(async () => (await failures()).length > 3)
      expect(/^(queued|starting)$/.test((await asked.view()).state)).toBe(true)
    } finally {
      listeners[0]!.close()
    }
    await reaches(asked, 'ready')
    listeners[1]!.close()
    expect((await failures())[0]!.detail).toMatch(/port|address/)
    const [row] = await workerDomain.rows<{ port: number; attempts: number }>(
      'SELECT n.published AS port, i.attempts FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id WHERE i.id = $1',
      [asked.id]
    )
    expect(row).toEqual({ port: FIRST, attempts: 0 })
    await asked.end()
  })
})
