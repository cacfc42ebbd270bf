import { describe, expect, it } from 'vitest'
import { ageOf } from './units'

describe('ageOf', () => {
  it.each([
    [-5000, '0 sec'],
    [999, '0 sec'],
    [59_999, '59 sec'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [7_200_000, '2 hr'],
    [90_000_000, '25 hr']
  ])('the age of %d ms is %s', (milliseconds, text) => {
    expect(ageOf(milliseconds, 'en-US')).toBe(text)
  })

  it('ages are in the reader’s language', () => {
    expect(ageOf(120_000, 'zh-CN')).toBe('2分钟')
  })
})
