import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClaimedStart } from '~/server/instances'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addImage, addInstance, SPEC } from '../../support/instances/instance-rows'

let domain: Domain
let engineId: number
beforeAll(async () => {
  domain = await openDomain()
  engineId = await addEngine(domain.stores.db, { seen_at: new Date() })
  await addImage(domain.stores.db, engineId)
})
afterAll(() => domain.close())

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const claim = (): Promise<ClaimedStart[]> =>
  domain.services.instances.work.claimStarts({
    ...{ engineId, owner: 'worker', slots: 10, leaseSeconds: 15 },
    pool: '10.9.0.0/20',
    ports: [40_000, 40_200]
  })

/** A game whose first challenge runs containers, with this decoy. */
async function played(type: string, decoy: string | null): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams: 2 })
  await query(
    'UPDATE challenges SET type = $2, decoy = $3, container_image = $4 WHERE id = $1',
    ...[game.challenges[0]!.id, type, decoy, SPEC.image]
  )
  return game
}
const request = (game: PlayedGame, team: number) =>
  domain.services.instances.request(domain.as(game.teams[team]!.members[0]), game.id, game.challenges[0]!.id)

it.each(['StaticContainer', 'DynamicContainer'])(
  'each instance of a %s starts with the decoy of its team, which is no flag',
  async (type) => {
    const game = await played(type, 'flag{[GUID]}')
    const ids = [await request(game, 0), await request(game, 1)]
    const claims = await claim()
    const stored = await query('SELECT participation_id AS team, decoy FROM team_decoys ORDER BY 1')
    for (const [place, id] of ids.entries()) {
      const found = claims.find((one) => one.id === id)!
      const own = stored.find(({ team }) => team === game.teams[place]!.participationId)
      expect(found.decoy).toBe(own.decoy)
      expect(found.flag === null).toBe(type === 'StaticContainer')
      expect(found.decoy).not.toBe(found.flag)
    }
    expect(new Set(claims.map((one) => one.decoy)).size).toBe(2)
  }
)

it('without a decoy there is none, and a test has one that is no team’s', async () => {
  const [without, trapped] = [
    await played('StaticContainer', null),
    await played('StaticContainer', 'x{[GUID]}')
  ]
  await request(without, 0)
  for (const game of [without, trapped])
    await addInstance(domain.stores.db, game, { state: 'queued', team: null, more: { next_at: new Date() } })
  const claims = await claim()
  const decoyOf = (game: PlayedGame, kind: string) =>
    claims.find((one) => one.gameId === game.id && one.kind === kind)!.decoy
  expect(decoyOf(without, 'team')).toBeNull()
  expect(decoyOf(without, 'test')).toBeNull()
  expect(decoyOf(trapped, 'test')).toBe('flag{a_decoy_for_testing}')
})
