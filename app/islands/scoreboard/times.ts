import { MINUTE_MS } from '~/server/platform/time'

const digits = (number: number) => String(number).padStart(2, '0')

/** `16:04` in UTC, from minutes since 1970. Without Intl, because a page has hundreds. */
export const clockOf = (minute: number): string =>
  `${digits(Math.floor(minute / 60) % 24)}:${digits(minute % 60)}`

export const secondsOf = (at: number): string => new Date(at).toISOString().slice(11, 19)

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)

/** Milliseconds between two ends of the chart. */
const STEP = 10_000

/** Rounded up to a step so that many pages share it; not past a future end of the game. */
export const stepOf = (now: number, end: number): number => {
  const next = Math.ceil(now / STEP) * STEP
  return now < end ? Math.min(next, end - 1) : next
}

/** Up to where the chart runs: a frozen board stands still. */
export const chartNow = (now: number, end: number, freeze: number | null): number =>
  stepOf(Math.min(now, freeze ?? now), end)

/** True if the public board stands still. Times are Unix milliseconds. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze
