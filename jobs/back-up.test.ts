import { expect, it } from 'vitest'
import { isMissed } from './back-up'

const at = (text: string) => new Date(`2026-01-${text}Z`)

it('a time is missed once it passed since the newest backup began', () => {
  const daily = '0 3 * * *'
  expect(isMissed(daily, at('05T03:00:01'), at('05T23:00:00'))).toBe(false)
  expect(isMissed(daily, at('05T03:00:01'), at('06T02:59:59'))).toBe(false)
  expect(isMissed(daily, at('05T03:00:01'), at('06T03:00:00'))).toBe(true)
  expect(isMissed(daily, at('05T12:00:00'), at('09T02:00:00'))).toBe(true)
})

it('a schedule with seconds is missed by its minutes, and one of weeks by its days', () => {
  expect(isMissed('30 0 3 * * *', at('05T03:00:31'), at('05T23:00:00'))).toBe(false)
  expect(isMissed('30 0 3 * * *', at('05T03:00:31'), at('06T04:00:00'))).toBe(true)
  // The fifth is a Monday.
  expect(isMissed('0 3 * * 1', at('05T03:00:01'), at('11T23:00:00'))).toBe(false)
  expect(isMissed('0 3 * * 1', at('05T03:00:01'), at('12T03:00:00'))).toBe(true)
})
