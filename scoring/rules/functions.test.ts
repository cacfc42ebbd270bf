import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { challengeValue, leastValue } from './curve'
import { functionValues, MAX_VALUES, SCORING_FUNCTIONS } from './functions'

const terms = fc.record({
  score: fc.integer({ min: 0, max: 1_000_000 }),
  minRate: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  difficulty: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0.01, max: 100_000, noNaN: true }))
})

describe.each(SCORING_FUNCTIONS)('the scoring function %s', (name) => {
  it('begins with the original score, never rises and stays above the least value', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const values = functionValues(name, given)
        expect(values[0]).toBe(given.score)
        expect(values.length).toBeLessThanOrEqual(MAX_VALUES + 1)
        for (const [place, value] of values.entries()) {
          expect(Number.isInteger(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(leastValue(given))
          expect(value).toBeLessThanOrEqual(values[place - 1] ?? given.score)
        }
        // The first solve costs nothing.
        expect(challengeValue({ ...given, values }, 1)).toBe(given.score)
      })
    )
  })
})

describe.each(['linear', 'logarithmic'] as const)('the scoring function %s', (name) => {
  it('reaches the least value with as many further solves as the difficulty, and not before', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const values = functionValues(name, given)
        const reached = Math.ceil(given.difficulty) + 1
        if (reached <= MAX_VALUES)
          expect(challengeValue({ ...given, values }, reached)).toBe(leastValue(given))
        // Where a solve takes less than the tolerance, it may be reached early.
        if (given.score - leastValue(given) < 1 || given.difficulty > MAX_VALUES) return
        expect(challengeValue({ ...given, values }, reached - 1)).toBeGreaterThan(leastValue(given))
      })
    )
  })
})

it('values are whole where each solve takes a whole number of points, whatever the difficulty in binary is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 5000 }),
      (each, solves, least) => {
        const score = least + each * solves + 7
        // The difficulty of an import, at which the last step is a part of one.
        const values = functionValues('linear', {
          score,
          minRate: (least + 1e-9) / score,
          difficulty: (score - least) / each
        })
        for (let further = 0; further <= solves; further++)
          expect(values[further + 1]).toBe(score - each * further)
      }
    )
  )
})

it.each([
  [{ score: 0, minRate: 0.5, difficulty: 5 }, [0]],
  [{ score: 500, minRate: 1, difficulty: 5 }, [500]],
  [{ score: 500, minRate: 0, difficulty: 0.01 }, [500, 500, 0]],
  [{ score: 500, minRate: 0.5, difficulty: 1.5 }, [500, 500, 334, 250]],
  [{ score: 2, minRate: 0.5, difficulty: 3 }, [2, 2, 2, 2, 1]]
])('a line of the terms %j has the values %j', (given, values) => {
  expect(functionValues('linear', given)).toEqual(values)
})

it('a challenge that more teams can solve than there are values keeps the last of them', () => {
  const curve = { score: 1000, minRate: 0, difficulty: 2000 }
  const values = functionValues('linear', curve)
  expect(values).toHaveLength(MAX_VALUES + 1)
  expect([999, 1000, 1001, 5000].map((n) => challengeValue({ ...curve, values }, n))).toEqual([
    501, 501, 501, 501
  ])
})
