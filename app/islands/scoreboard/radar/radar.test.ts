import { describe, expect, it } from 'vitest'
import { pointsOf, radarPoints, shareOf } from './radar'

describe('around', () => {
  it('axes begin at the top and go clockwise', () => {
    expect(radarPoints([10, 10, 10, 10])).toEqual([
      [0, -10],
      [10, 0],
      [0, 10],
      [-10, 0]
    ])
  })

  it('each axis reaches as far as its value', () => {
    expect(radarPoints([0, 5, 20])).toEqual([
      [0, 0],
      [4.3, 2.5],
      [-17.3, 10]
    ])
  })

  it('there is no minus zero, and no axis is needed', () => {
    expect(pointsOf(radarPoints([0, 0, 0]))).toBe('0,0 0,0 0,0')
    expect(pointsOf(radarPoints([]))).toBe('')
  })
})

describe('shareOf', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [-3, 10, 0],
    [5, 10, 0.5],
    [12, 10, 1]
  ])('the share of %d in %d is %d', (points, of, share) => {
    expect(shareOf(points, of)).toBe(share)
  })
})
