import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMULAS, PLACE_POINTS, SEASON_LIMITS } from './constants'
import { type Result, type Rules, seasonStanding } from './formula'

const rules = (more: Partial<Rules> = {}): Rules => ({
  ...{ formula: 'places', placePoints: PLACE_POINTS, best: null },
  ...more
})
/** A board: teams in order with their scores. */
const board = (gameId: number, scores: [team: number, score: number][]): Result[] =>
  scores.map(([teamId, score], index) => ({ gameId, teamId, score, place: index + 1 }))

const anyRules = fc.record({
  formula: fc.constantFrom(...FORMULAS),
  placePoints: fc
    .array(fc.integer({ min: 0, max: SEASON_LIMITS.placePoints }), { minLength: 1, maxLength: 20 })
    .map((table) => table.sort((a, b) => b - a)),
  best: fc.option(fc.integer({ min: 1, max: 4 }))
})
/** Boards as the game ranks: equal scores have different places, by time. */
const anyGame = (gameId: number) =>
  fc.record({
    weight: fc.integer({ min: 1, max: SEASON_LIMITS.weight * 100 }),
    results: fc
      .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5_000_000 })), {
        maxLength: 30
      })
      .map((teams) =>
        board(
          gameId,
          [...new Map(teams)].sort(([, a], [, b]) => b - a)
        )
      )
  })
const anySeason = fc.tuple(anyRules, fc.tuple(...[1, 2, 3, 4, 5].map(anyGame)))

describe('the worked example of docs/rules/seasons.md', () => {
  const game = {
    weight: 150,
    results: board(1, [
      [7, 3000],
      [8, 2400],
      [9, 1000]
    ])
  }

  it.each([
    ['places', [150_000, 120_000, 90_000]],
    ['share', [150_000, 120_000, 50_000]],
    ['rating', [3000, 1950, 1000]]
  ] as const)('%s', (formula, points) => {
    const { results } = seasonStanding(rules({ formula }), [game])
    expect(results.map((one) => one.points)).toEqual(points)
  })
})

describe('a season', () => {
  it('never gives a place more than a better place of the same game, and nothing below 0', () => {
    fc.assert(
      fc.property(anySeason, ([given, games]) => {
        for (const game of games) {
          const { results } = seasonStanding(given, [game])
          const points = [...results].sort((a, b) => a.place - b.place).map((one) => one.points)
          expect(points).toEqual([...points].sort((a, b) => b - a))
          expect(points.every((one) => Number.isSafeInteger(one) && one >= 0 && one < 2 ** 31)).toBe(true)
        }
      })
    )
  })

  it('adds up the best games of each team, ranks by that, and equal sums share a place', () => {
    fc.assert(
      fc.property(anySeason, ([given, games]) => {
        const { results, totals } = seasonStanding(given, games)
        for (const { teamId, points, place } of totals) {
          const own = results.filter((one) => one.teamId === teamId)
          const most = own
            .map((one) => one.points)
            .sort((a, b) => b - a)
            .slice(0, given.best ?? own.length)
          expect(points).toBe(most.reduce((sum, one) => sum + one, 0))
          expect(own.filter(({ counted }) => counted)).toHaveLength(most.length)
          expect(place).toBe(1 + totals.filter((other) => other.points > points).length)
        }
        expect(new Set(totals.map(({ teamId }) => teamId))).toEqual(
          new Set(results.map(({ teamId }) => teamId))
        )
      })
    )
  })

  it('without games, or with one in which nobody has points, is empty', () => {
    expect(seasonStanding(rules(), [])).toEqual({ results: [], totals: [] })
    expect(seasonStanding(rules(), [{ weight: 100, results: [] }])).toEqual({ results: [], totals: [] })
  })
})
