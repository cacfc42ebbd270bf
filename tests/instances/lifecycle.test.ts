import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomes, refused } from '../support/domain'
import { ENGINE, type Fleet, openFleet } from '../support/instances'
import { until } from '../support/until'

describe.skipIf(!ENGINE)('instances on a real engine', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet()
  })
  afterAll(() => fleet?.close())

  it('starts, answers at its entry, and goes', async () => {
    const game = await fleet.game()
    const challenge = await fleet.challenge(game)
    const { members } = await fleet.crew(game)
    const player = () => fleet.as(members[0]!)
    const begun = Date.now()
    const made = await fleet.services.instances.create(player(), game, challenge)
    console.log('start', Date.now() - begun, made)
    expect(made.status).toBe('Running')
    expect(await (await fetch(`http://${made.entry}/`)).text()).toBe('ready\n')
    await refused(
      fleet.services.instances.create(player(), game, challenge),
      'container.operation_too_frequent',
      429
    )
    await refused(
      fleet.services.instances.destroy(player(), game, challenge),
      'container.operation_too_frequent',
      429
    )
    await refused(fleet.services.instances.extend(player(), game, challenge), 'container.extend_too_early')
    await fleet.stores.db.pool.query(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await refused(fleet.services.instances.create(player(), game, challenge), 'container.already_running')
    const end = Date.now()
    await fleet.services.instances.destroy(player(), game, challenge)
    console.log('stop', Date.now() - end)
    const view = await fleet.services.instances.view(player(), game, challenge)
    expect(view).toMatchObject({ state: 'ended', reason: 'player', inUse: 0 })
  })

  it('fifty at once make one', async () => {
    const game = await fleet.game()
    const challenge = await fleet.challenge(game)
    const { members, participationId } = await fleet.crew(game, 2)
    const work = Array.from({ length: 50 }, (_, n) =>
      fleet.services.instances.request(fleet.as(members[n % 2]!), game, challenge)
    )
    const { done } = await outcomes(work)
    expect(done).toBe(1)
    await fleet.settled()
    const { rows } = await fleet.stores.db.pool.query(
      'SELECT state FROM instances WHERE participation_id = $1',
      [participationId]
    )
    expect(rows).toEqual([{ state: 'ready' }])
    await until(() => true)
  })
})
