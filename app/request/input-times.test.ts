import { describe, expect, it } from 'vitest'
import { inputTime, timeField } from '~/app/request/input-times'

describe('inputTime', () => {
  it.each([
    ['2026-11-20T09:00:00.000+00:00', '2026-11-20T09:00'],
    ['2026-11-20T09:00:30.000+00:00', '2026-11-20T09:00:30'],
    ['2026-11-20T09:00:00.123+00:00', '2026-11-20T09:00:00.123'],
    ['2026-11-20T09:00:20.390+00:00', '2026-11-20T09:00:20.39'],
    ['2026-11-20T09:00:20.500+00:00', '2026-11-20T09:00:20.5'],
    ['2026-11-20T09:00:20.000+00:00', '2026-11-20T09:00:20'],
    ['2026-11-20T00:00:00.000+00:00', '2026-11-20T00:00'],
    ['2026-11-20T10:30:00.000+02:00', '2026-11-20T08:30']
  ])('the time %s is written as %s', (wire, field) => {
    expect(inputTime(wire)).toBe(field)
    expect(timeField.parse(field).getTime()).toBe(Date.parse(wire))
  })
})

describe('timeField', () => {
  it("a field is read as UTC, whatever the server's zone", () => {
    expect(timeField.parse(' 2026-11-20T09:00 ').toISOString()).toBe('2026-11-20T09:00:00.000Z')
  })

  it.each(['', 'soon', '2026-11-20', '2026-13-20T09:00', '2026-11-20T09:00Z', undefined])(
    'the field refuses %j',
    (text) => {
      expect(timeField.safeParse(text).error?.issues[0]?.message).toBe('field.time_required')
    }
  )
})
