import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '~/tests/support/domain'
import { playGame } from '~/tests/support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const query = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)
const ALL = { count: 60, skip: 0 }

it('the teams of a game are listed in order of sign-up, accepted ones alone, page by page', async () => {
  const { services, as, stores } = domain
  const game = await playGame(stores.db, {
    teams: 5,
    membersEach: 2,
    startsIn: HOUR_MS,
    endsIn: 2 * HOUR_MS,
    divisionOf: () => 'Open'
  })
  const at = (place: number, minutes: number) =>
    query(
      `UPDATE participations SET created_at = now() - $2 * interval '1 min' WHERE id = $1`,
      game.teams[place]!.participationId,
      minutes
    )
  for (const [place, minutes] of [
    [0, 1],
    [1, 5],
    [2, 3],
    [3, 5],
    [4, 9]
  ] as const)
    await at(place, minutes)
  await query(`UPDATE participations SET status = 'Pending' WHERE id = $1`, game.teams[4]!.participationId)
  await query(`UPDATE teams SET country = 'PT' WHERE id = $1`, game.teams[1]!.teamId)
  const { teams, total } = await services.participations.lineup(as(null), game.id, ALL)
  expect(total).toBe(4)
  expect(teams.map(({ place, name }) => [place, name])).toEqual(
    [1, 3, 2, 0].map((team, place) => [place + 1, game.teams[team]!.name])
  )
  expect(teams[0]).toMatchObject({ players: 2, division: 'Open', avatar: null, country: 'PT' })
  expect(teams[1]!.country).toBeNull()
  const second = await services.participations.lineup(as(null), game.id, { count: 2, skip: 2 })
  expect(second.teams.map(({ place }) => place)).toEqual([3, 4])
  expect((await services.participations.lineup(as(null), game.id, { count: 2, skip: 9 })).teams).toEqual([])
})

it('the teams of a hidden game are listed for those who may see it', async () => {
  const { services, as, stores } = domain
  const game = await playGame(stores.db, { hidden: true, startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
  await refused(services.participations.lineup(as(null), game.id, ALL), 'game.not_found', 404)
  expect((await services.participations.lineup(as(game.teams[0]!.members[0]), game.id, ALL)).total).toBe(3)
})
