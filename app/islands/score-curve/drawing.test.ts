import { describe, expect, it } from 'vitest'
import { draw, readCurve } from './drawing'

describe('readCurve', () => {
  it('reads what people write', () => {
    expect(readCurve({ originalScore: ' 1000 ', minScoreRate: '20', difficulty: '19,2' })).toEqual({
      score: 1000,
      minRate: 0.2,
      difficulty: 19.2
    })
  })

  it.each([
    { originalScore: '' },
    { originalScore: '10.5' },
    { originalScore: '-1' },
    { minScoreRate: '101' },
    { difficulty: '0' },
    { difficulty: 'x' }
  ])('waits for better than %j', (change) => {
    expect(readCurve({ originalScore: '1000', minScoreRate: '20', difficulty: '5', ...change })).toBeNull()
  })
})

describe('draw', () => {
  it('shows where the challenge stands', () => {
    const { last, now, least, path } = draw({ score: 1000, minRate: 0.25, difficulty: 5 }, 5)
    expect({ last, now: now.value, least: least.value }).toEqual({ last: 30, now: 586, least: 250 })
    expect(path.startsWith('M0.0 0.0L')).toBe(true)
    expect(least.y).toBe(750)
  })

  it('reaches to the solves there are', () => {
    expect(draw({ score: 500, minRate: 0.1, difficulty: 3 }, 200).last).toBe(200)
  })

  it('draws a challenge without points', () => {
    expect(draw({ score: 0, minRate: 0, difficulty: 1 }, 0).path).not.toMatch(/NaN/)
  })
})
