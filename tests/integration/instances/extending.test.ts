import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows

it('members who extend at the same moment extend once, also when the extension is shorter than the window', async () => {
  const { instances, settings } = domain.services
  await settings.update(domain.admin, { containerPolicy: { extensionDuration: 5, renewalWindow: 60 } })
  const game = await playGame(domain.stores.db, { teams: 1, membersEach: 3 })
  const challenge = game.challenges[0]!.id
  await query(`UPDATE challenges SET type = 'StaticContainer' WHERE id = $1`, [challenge])
  const id = await addInstance(domain.stores.db, game, {
    ...{ state: 'ready', engine: await addEngine(domain.stores.db), readyAt: -30, expiresAt: 3 }
  })
  const members = game.teams[0]!.members.map((member) => domain.as(member))
  const extensions = async () =>
    (await query('SELECT extensions FROM instances WHERE id = $1', [id]))[0].extensions
  const { done, codes } = await outcomes(members.map((ctx) => instances.extend(ctx, game.id, challenge)))
  expect([done, codes]).toEqual([1, ['container.extend_too_early', 'container.extend_too_early']])
  // Who presses twice is a moment later.
  await refused(instances.extend(members[0]!, game.id, challenge), 'container.extend_too_early')
  expect(await extensions()).toBe(1)
  await query(`UPDATE instance_events SET at = at - interval '6 seconds'`)
  await instances.extend(members[0]!, game.id, challenge)
  expect(await extensions()).toBe(2)
})
