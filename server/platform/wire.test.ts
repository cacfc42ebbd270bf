import { describe, expect, it } from 'vitest'
import { fromWire, toWire } from '~/scoring/rules'
import { wireTime } from './time'
import { idParam, pagingQuery, wireEnum, wireInstant, wireInt } from './wire'

describe('values of the contract', () => {
  const status = wireEnum(['Pending', 'Accepted'])
  it.each([
    ['Accepted', 'Accepted'],
    ['ACCEPTED', 'Accepted'],
    [1, 'Accepted'],
    ['0', 'Pending']
  ])('the enum %j is read', (given, value) => expect(status.parse(given)).toBe(value))
  it.each<unknown>(['', 'Other', 2, null, {}, { toString: 1 }])('the enum %j is refused', (given) =>
    expect(status.safeParse(given).success).toBe(false)
  )
  it('an enum refuses a list, even of one valid value', () =>
    expect(status.safeParse(['Pending']).success).toBe(false))
  it('an enum takes the given numbers', () => {
    expect(wireEnum(['NotFound', 'Ok'], { NotFound: -1 }).parse(-1)).toBe('NotFound')
  })
  it('a number is read from a string, within the range', () => {
    expect(wireInt(0, 10).parse('7')).toBe(7)
    for (const bad of ['11', 1.5, '1e1', '', null]) expect(wireInt(0, 10).safeParse(bad).success).toBe(false)
  })
  it('an instant has any offset, and absurd ones are refused', () => {
    expect(wireInstant.parse('2024-10-17T05:42:23.123456+02:00').getTime()).toBe(
      Date.UTC(2024, 9, 17, 3, 42, 23, 123)
    )
    for (const bad of ['2024-10-17', 'yesterday', '0001-01-01T00:00:00Z', 12, null])
      expect(wireInstant.safeParse(bad).success).toBe(false)
  })
  it('an instant is written with an offset', () => {
    const year = '2026-01-20T00:00:'
    for (const [text, written] of [
      [`${year}00.000Z`, `${year}00+00:00`],
      [`${year}10.000Z`, `${year}10+00:00`],
      [`${year}10.500Z`, `${year}10.5+00:00`],
      [`${year}10.020Z`, `${year}10.02+00:00`],
      [`${year}10.003Z`, `${year}10.003+00:00`]
    ] as const) {
      expect(wireTime(new Date(text))).toBe(written)
      expect(toWire(Date.parse(text))).toBe(written)
      expect(fromWire(written)).toBe(Date.parse(text))
    }
  })
  it('an id is an int32', () => {
    expect(idParam.parse('2147483647')).toBe(2147483647)
    for (const bad of ['2147483648', '-1', '1.0', 'x', '']) expect(idParam.safeParse(bad).success).toBe(false)
  })
  it('a page has a thousand rows at most', () => {
    expect(pagingQuery(100).parse({ count: '999999' })).toEqual({ count: 1000, skip: 0 })
    expect(pagingQuery(100).parse({})).toEqual({ count: 100, skip: 0 })
    expect(pagingQuery(100).safeParse({ skip: '-1' }).success).toBe(false)
  })
})
