import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECOND_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type GamePlan, type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

/** Sends the right flag from a process whose clock differs from the database's by `off` milliseconds. */
function submitted({ id, teams, challenges }: PlayedGame, off: number): Promise<number> {
  const ctx = domain.as(teams[0]!.members[0], { now: new Date(Date.now() + off) })
  return domain.services.submissions.submit(ctx, id, challenges[0]!.id, challenges[0]!.flag)
}

const played = (plan: GamePlan) => playGame(domain.stores.db, { teams: 1, challenges: 1, ...plan })

it.each([
  ['has begun', 'is behind', { startsIn: -2 * SECOND_MS }, -5 * SECOND_MS],
  ['has not ended', 'is ahead', { endsIn: 4 * SECOND_MS, practiceMode: false }, 5 * SECOND_MS]
])('a game that %s takes a flag through a process whose clock %s', async (_, _clock, plan, off) => {
  const game = await played(plan)
  expect(await submitted(game, off)).toEqual(expect.any(Number))
})

it.each([
  ['has not begun', 'is ahead', 'game.not_started', { startsIn: 4 * SECOND_MS }, 5 * SECOND_MS],
  [
    'has ended',
    'is behind',
    'game.ended',
    { startsIn: -60 * SECOND_MS, endsIn: -SECOND_MS, practiceMode: false },
    -5 * SECOND_MS
  ]
])('a game that %s refuses a flag through a process whose clock %s', async (_, _clock, code, plan, off) => {
  const game = await played(plan)
  await refused(submitted(game, off), code, 400)
  const { rows } = await domain.stores.db.pool.query('SELECT FROM submissions WHERE game_id = $1', [game.id])
  expect(rows).toEqual([])
})
