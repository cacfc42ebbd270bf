import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultPoint } from '~/jobs/instances/fault-point'
import { FAULT_POINTS } from '~/jobs/instances/fault-point'
import {
  ENGINE,
  IMAGE,
  type InstanceDomain,
  type Jobs,
  openInstanceDomain,
  openWorkers,
  settledCleanly,
  startJobs,
  testedEngine
} from '../support/instances/instances'
import { until } from '../support/until'

const AT_ONCE = 3
/** Ready after longer than a lease. */
const SLOW = `
services:
  web:
    image: ${IMAGE}
    command: ["/bin/sh", "-c", "sleep 20; echo at last; exec httpd -f -p 80 -h /www"]
    expose: [80]
`
/** Points at which the dead worker's leases are waited for; at the others they are ended, to save their fifteen seconds. */
const PATIENT: readonly FaultPoint[] = ['start:created', 'stop:claimed']

const isStop = (point: FaultPoint) => point.startsWith('stop:')
/** A start, then a stop of what it started: who clears up after the one is killed at the other. */
const POINTS = FAULT_POINTS.filter((point) => !isStop(point)).flatMap((point, n) => {
  const stop = FAULT_POINTS.filter(isStop)[n]
  return stop ? [point, stop] : [point]
})

describe.skipIf(!ENGINE)('a jobs process that is killed', () => {
  let instanceDomain: InstanceDomain
  let game: number
  const challenges: number[] = []
  let addTeam: Awaited<ReturnType<InstanceDomain['addTeam']>>
  let jobs: Jobs | null = null
  let armed: FaultPoint | null = null

  beforeAll(async () => {
    instanceDomain = await openInstanceDomain()
    game = await instanceDomain.game({ containerCountLimit: AT_ONCE })
    for (let n = 0; n < AT_ONCE; n++) challenges.push(await instanceDomain.challenge(game))
  })
  afterAll(async () => {
    await jobs?.kill()
    await instanceDomain?.close()
  })
  // A test that failed must not leave its process to the next.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await begin(null)
  })

  const states = () =>
    instanceDomain.rows<{ state: string; reason: string | null; n: number }>(
      `SELECT state, reason, count(*)::int AS n FROM instances WHERE participation_id = $1 GROUP BY 1, 2`,
      [addTeam.participationId]
    )
  /** A process in place of the last one. */
  async function begin(point: FaultPoint | null) {
    await jobs?.stop()
    jobs = await startJobs(instanceDomain, point ? { HALYARD_FAULT_POINT: point } : {})
    armed = point
  }
  const player = () => instanceDomain.as(addTeam.members[0]!)

  it.each(POINTS)('killed at %s, its successor makes rows and engine agree within 30 s', async (point) => {
    const { instances } = instanceDomain.services
    if (armed !== point) await begin(point)
    // A self-test is not what should be interrupted.
    await testedEngine(instanceDomain)
    if (isStop(point)) {
      await instanceDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
      await Promise.all(challenges.map((challenge) => instances.destroy(player(), game, challenge)))
    } else {
      addTeam = await instanceDomain.addTeam(game)
      for (const challenge of challenges) await instances.request(player(), game, challenge)
    }
    expect(await jobs!.died).toBe('SIGKILL')
    if (!PATIENT.includes(point))
      await instanceDomain.rows(`UPDATE instances SET lease_until = now() WHERE lease_until IS NOT NULL`)

    const next = POINTS[POINTS.indexOf(point) + 1]
    await begin(next && isStop(next) !== isStop(point) ? next : null)
    await settledCleanly(instanceDomain)
    expect(await states()).toEqual(
      isStop(point)
        ? [{ state: 'ended', reason: 'player', n: AT_ONCE }]
        : [{ state: 'ready', reason: null, n: AT_ONCE }]
    )
    const view = await instances.view(player(), game, challenges[0]!)
    expect(view.inUse).toBe(isStop(point) ? 0 : AT_ONCE)
  })

  it('workers that close keep the start that they wait for, and another process does not begin it anew', async () => {
    await jobs?.stop()
    jobs = null
    const closing = await openWorkers(instanceDomain)
    let other: Awaited<ReturnType<typeof openWorkers>> | null = null
    try {
      await testedEngine(instanceDomain)
      const challenge = await instanceDomain.challenge(game, {
        containerCompose: SLOW,
        containerExposePort: 80,
        containerOptions: { entry: { service: 'web' }, readiness: 'log', readinessTarget: 'at last' }
      })
      addTeam = await instanceDomain.addTeam(game)
      await instanceDomain.services.instances.request(player(), game, challenge)
      await until(async () => (await states())[0]?.state === 'starting')
      const closed = closing.close()
      other = await openWorkers(instanceDomain)
      await until(async () => (await states())[0]?.state === 'ready', 40_000)
      await closed
      const [row] = await instanceDomain.rows(
        'SELECT generation FROM instances WHERE participation_id = $1',
        [addTeam.participationId]
      )
      expect(row).toEqual({ generation: 1 })
      await instanceDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
      await instanceDomain.services.instances.destroy(player(), game, challenge)
      await settledCleanly(instanceDomain)
    } finally {
      await closing.close()
      await other?.close()
      await begin(null)
    }
  })

  it('stopped while a service starts, it leaves the start to the next process, and the team may cancel in between', async () => {
    const challenge = await instanceDomain.challenge(game, {
      containerOptions: { readiness: 'log', readinessTarget: 'never said', startTimeout: 60 }
    })
    addTeam = await instanceDomain.addTeam(game)
    /** The container of its newest start is there. */
    const begun = async (generation: number) =>
      (
        await instanceDomain.rows(
          `SELECT FROM instances i JOIN instance_events e ON e.instance_id = i.id AND e.event = 'created'
             AND e.at > i.started_at
           WHERE i.participation_id = $1 AND i.state = 'starting' AND i.generation = $2`,
          [addTeam.participationId, generation]
        )
      ).length > 0
    await instanceDomain.services.instances.request(player(), game, challenge)
    await until(() => begun(1))
    await jobs!.stop()
    await instanceDomain.rows('UPDATE instances SET lease_until = now() WHERE lease_until IS NOT NULL')
    await begin(null)
    await until(() => begun(2))
    // What the row waits for again is still on the engine; it is not taken on at once.
    await instanceDomain.rows('UPDATE engines SET draining = true')
    await instanceDomain.rows(
      'UPDATE instances SET lease_until = now(), lease_owner = NULL WHERE state = $1',
      ['starting']
    )
    await until(async () => (await states())[0]?.state === 'queued')
    await instanceDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await instanceDomain.services.instances.destroy(player(), game, challenge)
    await settledCleanly(instanceDomain)
    expect(await states()).toEqual([{ state: 'ended', reason: 'player', n: 1 }])
    await instanceDomain.rows('UPDATE engines SET draining = false')
  })

  it('an instance that is stopped while a lost attempt still creates it leaves nothing behind', async () => {
    const challenge = await instanceDomain.challenge(game)
    if (!jobs) await begin(null)
    await testedEngine(instanceDomain)
    for (let round = 0; round < 5; round++) {
      addTeam = await instanceDomain.addTeam(game)
      await instanceDomain.services.instances.request(player(), game, challenge)
      await until(async () => (await states())[0]?.state === 'starting')
      await instanceDomain.rows('UPDATE engines SET draining = true')
      await instanceDomain.rows(`UPDATE instances SET lease_until = now(), lease_owner = NULL,
        operated_at = now() - interval '11 seconds' WHERE state = 'starting'`)
      await instanceDomain.services.instances.destroy(player(), game, challenge)
      await instanceDomain.rows('UPDATE engines SET draining = false')
      await settledCleanly(instanceDomain)
      expect(await states()).toEqual([{ state: 'ended', reason: 'player', n: 1 }])
    }
  })
})
