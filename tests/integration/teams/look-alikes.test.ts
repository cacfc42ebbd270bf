import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameKey } from '~/server/accounts'
import { reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const review = (game: number) => reviewOf(domain.services, domain.admin, game)

async function named(name: string) {
  const { id, captain } = await domain.team()
  const actor = domain.as(captain)
  await domain.services.teams.update(actor, id, { name })
  return {
    id,
    actor,
    join: (gameId: number) => domain.services.participations.join(actor, gameId, { teamId: id })
  }
}

it('Postgres compares names of teams as the program compares names of users', async () => {
  const names = [
    'Pirates',
    'Рirates',
    'ΡΙRΑΤΕS',
    'ＰＩＲＡＴＥＳ',
    'ﬁsh',
    'Ça va',
    'CA VA',
    'Straße',
    'Ⅷ',
    '夜のフクロウ',
    'x 👩‍💻'
  ]
  const { rows } = await domain.stores.db.pool.query<{ key: string }>(
    'SELECT team_name_key(name) AS key FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place) ORDER BY place',
    [names]
  )
  expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey))
  expect(new Set(rows.slice(0, 4).map(({ key }) => key)).size).toBe(1)
})

it('a name that looks like another team’s is refused by the game, not by the platform', async () => {
  const [first, second, third] = [await named('Tide'), await named('Тide'), await named('Tide 2')]
  const [game, other] = [await domain.game(), await domain.game()]
  await first.join(game)
  await refused(second.join(game), 'game.team_name_taken', 400)
  expect(await review(game)).toHaveLength(1)
  await second.join(other)
  await third.join(game)
})

it('of two look-alikes that join at the same moment one joins', async () => {
  const game = await domain.game()
  const crews = await Promise.all(['Gale', 'GALE', 'Gаle', 'Ｇale'].map(named))
  const results = await outcomes(crews.map((crew) => crew.join(game)))
  expect(results).toEqual({ done: 1, codes: Array(3).fill('game.team_name_taken') })
  expect(await review(game)).toHaveLength(1)
})

it('a participating team may register more members, whatever the names of others', async () => {
  const game = await domain.game()
  const { id, captain, members } = await domain.team(2)
  await domain.services.participations.join(domain.as(captain), game, { teamId: id })
  await domain.services.participations.join(domain.as(members[1]!), game, { teamId: id })
})

it('renaming into a look-alike is refused while a common game has not ended, for captains and administrators', async () => {
  const { services, admin, stores } = domain
  const [first, second] = [await named('Keel'), await named('Rudder')]
  const game = await domain.game({ title: 'Regatta' })
  await first.join(game)
  await second.join(game)
  const rename = (name: string) => services.teams.update(second.actor, second.id, { name })
  const params = { game: 'Regatta' }
  expect(await refused(rename('Кeel'), 'team.name_taken', 400)).toMatchObject({ params })
  const byAdmin = services.teams.adminUpdate(admin, second.id, { name: 'KEEL' })
  expect(await refused(byAdmin, 'team.name_taken', 400)).toMatchObject({ params })
  // Its own name in other letters is no other team's.
  expect((await rename('RUDDER')).name).toBe('RUDDER')
  await stores.db.pool.query(
    `UPDATE games SET start_at = now() - interval '2 h', end_at = now() - interval '1 h' WHERE id = $1`,
    [game]
  )
  expect((await rename('Кeel')).name).toBe('Кeel')
})

it('a rename and a joining at the same moment never leave two look-alikes in the game', async () => {
  for (let round = 0; round < 8; round++) {
    const [first, second] = [await named(`Buoy ${round}`), await named(`Mast ${round}`)]
    const game = await domain.game()
    await first.join(game)
    await Promise.allSettled([
      second.join(game),
      domain.services.teams.update(first.actor, first.id, { name: `МАST ${round}` })
    ])
    const names = (await review(game)).map(({ team }) => nameKey(team.name ?? ''))
    expect(new Set(names).size).toBe(names.length)
  }
})
