import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { formatOf } from './format'

const english = formatOf('en-US')

describe('countdown', () => {
  it.each([
    [0, '0:00:00'],
    [-5, '0:00:00'],
    [999, '0:00:00'],
    [61_000, '0:01:01'],
    [16 * HOUR_MS + 55 * MINUTE_MS + 23_000, '16:55:23'],
    [DAY_MS - 1, '23:59:59'],
    [DAY_MS, '1d'],
    [29 * HOUR_MS + 59 * MINUTE_MS, '1d 5h']
  ])('the countdown of %d ms is %s', (left, text) => expect(english.countdown(left)).toBe(text))
})

describe('number', () => {
  it('points that are taken have a minus, not a hyphen', () => {
    for (const locale of ['en-US', 'de-DE', 'ja-JP', 'ru-RU']) {
      expect(formatOf(locale).number(-500)).toBe('−500')
      expect(formatOf(locale).number(500)).toBe('500')
    }
  })
})

describe('country', () => {
  it('a country has its name in the language', () => {
    expect(english.country('DE')).toBe('Germany')
    expect(formatOf('de-DE').country('CZ')).toBe('Tschechien')
  })
})

describe('span', () => {
  it.each([
    [0, '1m'],
    [3 * MINUTE_MS + 59_000, '3m'],
    [HOUR_MS, '1h'],
    [7 * DAY_MS + 18 * HOUR_MS + 59 * MINUTE_MS, '7d 18h'],
    [2 * DAY_MS + 5 * MINUTE_MS, '2d']
  ])('the span of %d ms is %s', (span, text) => expect(english.span(span)).toBe(text))

  it.each([
    ['zh-CN', '小时'],
    ['zh-TW', '小時'],
    ['ja-JP', '時間'],
    ['ko-KR', '시간']
  ])('the formats are in the language %s', (locale, hours) =>
    expect(formatOf(locale).span(2 * HOUR_MS)).toContain(hours)
  )
})

describe('times', () => {
  const start = new Date('2024-11-28T10:00:00Z')

  it('times are in UTC and 24 hours', () => {
    expect(english.moment(start)).toBe('Thu, Nov 28, 2024, 10:00')
    const now = new Date()
    expect(english.moment(now)).not.toContain(`${now.getUTCFullYear()}`)
    expect(english.clock(new Date('2024-11-28T00:05:09Z'))).toBe('00:05:09')
    expect(english.day(start)).toBe('Nov 28, 2024')
  })

  it('a range within one day names the day once', () => {
    const year = new Date().getUTCFullYear()
    const range = english.range(new Date(`${year}-11-28T10:00:00Z`), new Date(`${year}-11-28T18:00:00Z`))
    expect(range.replace(/\s/g, ' ')).toBe('Nov 28, 10:00 – 18:00')
  })

  it('other years show days only', () => {
    const range = english.range(new Date('2022-03-19T00:00:00Z'), new Date('2022-03-20T12:00:00Z'))
    expect(range.replace(/\s/g, ' ')).toBe('Mar 19 – 20, 2022')
  })
})
