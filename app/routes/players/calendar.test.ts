import { expect, it } from 'vitest'
import { calendarOf } from './calendar'

const at = (time: string) => ({ at: Date.parse(time) })
/** A Saturday. */
const NOW = Date.parse('2026-11-28T05:00:00Z')

it('counts solves by day of UTC, weeks from Monday on', () => {
  const times = [
    '2026-11-28T00:00:00Z',
    '2026-11-27T23:59:59.999Z',
    '2026-11-27T00:00:00Z',
    '2026-11-23T12:00:00Z'
  ]
  expect(calendarOf(times.map(at), NOW)).toEqual({
    days: [
      { at: Date.parse('2026-11-23'), week: 25, weekday: 0, solves: 1 },
      { at: Date.parse('2026-11-27'), week: 25, weekday: 4, solves: 2 },
      { at: Date.parse('2026-11-28'), week: 25, weekday: 5, solves: 1 }
    ],
    solves: 4,
    today: 5
  })
})

it('begins on a Monday 25 weeks before the present week, and knows no day after the present one', () => {
  const inside = at('2026-06-01T00:00:00Z')
  const outside = [at('2026-05-31T23:59:59.999Z'), at('2026-11-29T00:00:00Z')]
  const { days, solves } = calendarOf([...outside, inside], NOW)
  expect(solves).toBe(1)
  expect(days).toEqual([{ at: inside.at, week: 0, weekday: 0, solves: 1 }])
})

it.each([
  ['2026-11-23T00:00:00Z', 0],
  ['2026-11-22T23:59:59Z', 6],
  ['2024-02-29T12:00:00Z', 3]
])('knows the weekday of %s', (now, weekday) => {
  expect(calendarOf([], Date.parse(now))).toEqual({ days: [], solves: 0, today: weekday })
})
