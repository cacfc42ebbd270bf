import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { durationOf, stepOf, withStart } from './times'

const times = { start: '2026-11-20T09:00', end: '2026-11-20T12:00' }

describe('withStart', () => {
  it.each([
    ['2026-11-20T11:59', '2026-11-20T12:00'],
    ['2026-11-20T12:00', '2026-11-20T14:00'],
    ['2026-12-31T23:30:15', '2027-01-01T01:30'],
    ['', '2026-11-20T12:00']
  ])('the start %j moves the end to %j', (start, end) =>
    expect(withStart(times, start)).toEqual({ start, end })
  )

  it('an incomplete end stays unchanged', () =>
    expect(withStart({ start: '', end: '' }, times.start).end).toBe(''))
})

it('the duration is known if both times are', () => {
  expect(durationOf(times)).toBe(3 * HOUR_MS)
  expect(durationOf({ ...times, end: times.start })).toBeNull()
  expect(durationOf({ ...times, end: '' })).toBeNull()
})

it('the step of a field fits the precision of the stored time', () => {
  expect([times.start, `${times.start}:30`, `${times.start}:30.250`].map(stepOf)).toEqual([
    undefined,
    1,
    0.001
  ])
})
