import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BONUS, DEFAULT_PACKED_BONUS, packBonus, pointsWithBonus, unpackBonus } from './bonus'
import { challengeValue, leastValue } from './curve'

describe('value of a challenge', () => {
  const counts = [1, 2, 3, 5, 10, 20, 50]

  it('the curve gives the values of docs/rules/scoring.md#value-of-a-challenge', () => {
    const steep = { score: 1000, minRate: 0.25, difficulty: 5 }
    const low = { score: 500, minRate: 0.1, difficulty: 3 }
    expect(counts.map((n) => challengeValue(steep, n))).toEqual([1000, 864, 752, 586, 373, 266, 250])
    expect(counts.map((n) => challengeValue(low, n))).toEqual([500, 372, 281, 168, 72, 50, 50])
  })

  it('the value is the full score until somebody solved the challenge', () => {
    expect(challengeValue({ score: 321, minRate: 0, difficulty: 1 }, 0)).toBe(321)
  })

  it('the value never rises with more solvers and never leaves its bounds', () => {
    const curves = fc.record({
      score: fc.integer({ min: 0, max: 100_000 }),
      minRate: fc.double({ min: 0, max: 1, noNaN: true }),
      difficulty: fc.double({ min: 0.1, max: 1000, noNaN: true })
    })
    fc.assert(
      fc.property(curves, fc.integer({ min: 1, max: 5000 }), (curve, n) => {
        const value = challengeValue(curve, n)
        expect(value).toBeLessThanOrEqual(curve.score)
        expect(value).toBeGreaterThanOrEqual(leastValue(curve))
        expect(challengeValue(curve, n + 1)).toBeLessThanOrEqual(value)
      })
    )
  })
})

describe('blood bonus', () => {
  it('the bonus 50/30/10 is packed as 52459530', () => {
    expect(DEFAULT_PACKED_BONUS).toBe(52_459_530)
    expect(unpackBonus(52_459_530)).toEqual(DEFAULT_BONUS)
    expect(unpackBonus(0)).toEqual({ first: 0, second: 0, third: 0 })
  })

  it('a bonus survives packing, and one out of range is the default', () => {
    const part = fc.integer({ min: 0, max: 1023 })
    fc.assert(
      fc.property(part, part, part, (first, second, third) => {
        const valid = Math.max(first, second, third) <= 1000
        expect(unpackBonus(first * 2 ** 20 + second * 2 ** 10 + third)).toEqual(
          valid ? { first, second, third } : DEFAULT_BONUS
        )
      })
    )
    for (const packed of [-1, 2 ** 31, 1.5, Number.NaN]) expect(unpackBonus(packed)).toEqual(DEFAULT_BONUS)
    expect(packBonus({ first: 1001, second: 0, third: 0 })).toBe(DEFAULT_PACKED_BONUS)
  })

  it('halves are rounded to even', () => {
    const cases = [
      [250, 50, 262],
      [150, 50, 158],
      [10, 50, 10],
      [30, 50, 32],
      [50, 10, 50],
      [1000, 50, 1050],
      [373, 30, 384],
      [0, 1000, 0],
      [777, 1000, 1554]
    ] as const
    for (const [value, bonus, points] of cases) expect(pointsWithBonus(value, bonus)).toBe(points)
  })
})
