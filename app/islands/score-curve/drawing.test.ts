import { describe, expect, it } from 'vitest'
import { chosenCurve, draw, readCurve } from './drawing'

describe('readCurve', () => {
  it('numbers are parsed as people write them', () => {
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
  ])('the input %j gives no curve', (change) => {
    expect(readCurve({ originalScore: '1000', minScoreRate: '20', difficulty: '5', ...change })).toBeNull()
  })
})

describe('chosenCurve', () => {
  const fields = { originalScore: '500', minScoreRate: '20', difficulty: '5' }

  it('functions of Halyard follow the fields, plug-ins have what was saved', () => {
    const saved = { scoring: 'house', values: [9, 8] }
    expect(chosenCurve(fields, '', saved)).toEqual({ score: 500, minRate: 0.2, difficulty: 5 })
    expect(chosenCurve(fields, 'linear', saved)?.values).toEqual([500, 500, 420, 340, 260, 180, 100])
    expect(chosenCurve({ ...fields, originalScore: '50' }, 'static', saved)?.values).toEqual([50])
    expect(chosenCurve(fields, 'house', saved)?.values).toEqual([9, 8])
    expect(chosenCurve(fields, 'other', saved)).toBeNull()
    expect(chosenCurve({ ...fields, difficulty: '' }, 'linear', saved)).toBeNull()
  })
})

describe('draw', () => {
  it('a function is drawn to where it has settled', () => {
    const line = chosenCurve({ originalScore: '500', minScoreRate: '20', difficulty: '40' }, 'linear', null)!
    expect(draw(line, 3)).toMatchObject({ last: 53, least: { value: 100 }, now: { value: 480 } })
  })

  it('the drawing shows the present solves', () => {
    const { last, now, least, path } = draw({ score: 1000, minRate: 0.25, difficulty: 5 }, 5)
    expect({ last, now: now.value, least: least.value }).toEqual({ last: 30, now: 586, least: 250 })
    expect(path.startsWith('M0.0 0.0L')).toBe(true)
    expect(least.y).toBe(750)
  })

  it('the drawing reaches to the present solves', () => {
    expect(draw({ score: 500, minRate: 0.1, difficulty: 3 }, 200).last).toBe(200)
  })

  it('a challenge without points is drawn', () => {
    expect(draw({ score: 0, minRate: 0, difficulty: 1 }, 0).path).not.toMatch(/NaN/)
  })
})
