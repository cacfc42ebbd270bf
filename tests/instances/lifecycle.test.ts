import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomes, refused } from '../support/domain'
import { ENGINE, openWorkerDomain, type WorkerDomain } from '../support/instances/instances'
import { until } from '../support/until'

describe.skipIf(!ENGINE)('instances on a real engine', () => {
  let workerDomain: WorkerDomain
  beforeAll(async () => {
    workerDomain = await openWorkerDomain()
  })
  afterAll(() => workerDomain?.close())

  it('an instance starts, answers at its entry, and is removed when it is stopped', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members } = await workerDomain.addTeam(game)
    const player = () => workerDomain.as(members[0]!)
    const begun = Date.now()
    const made = await workerDomain.services.instances.create(player(), game, challenge)
    console.log('start', Date.now() - begun, made)
    expect(made.status).toBe('Running')
    expect(await (await fetch(`http://${made.entry}/`)).text()).toBe('ready\n')
    await refused(
      workerDomain.services.instances.create(player(), game, challenge),
      'container.operation_too_frequent',
      429
    )
    await refused(
      workerDomain.services.instances.destroy(player(), game, challenge),
      'container.operation_too_frequent',
      429
    )
    await refused(
      workerDomain.services.instances.extend(player(), game, challenge),
      'container.extend_too_early'
    )
    await workerDomain.stores.db.pool.query(
      `UPDATE instances SET operated_at = now() - interval '11 seconds'`
    )
    await refused(
      workerDomain.services.instances.create(player(), game, challenge),
      'container.already_running'
    )
    const end = Date.now()
    await workerDomain.services.instances.destroy(player(), game, challenge)
    console.log('stop', Date.now() - end)
    const view = await workerDomain.services.instances.view(player(), game, challenge)
    expect(view).toMatchObject({ state: 'ended', reason: 'player', inUse: 0 })
  })

  it('fifty requests at once make one instance', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members, participationId } = await workerDomain.addTeam(game, 2)
    const work = Array.from({ length: 50 }, (_, n) =>
      workerDomain.services.instances.request(workerDomain.as(members[n % 2]!), game, challenge)
    )
    const { done } = await outcomes(work)
    expect(done).toBe(1)
    await workerDomain.settled()
    const { rows } = await workerDomain.stores.db.pool.query(
      'SELECT state FROM instances WHERE participation_id = $1',
      [participationId]
    )
    expect(rows).toEqual([{ state: 'ready' }])
    await until(() => true)
  })
})
