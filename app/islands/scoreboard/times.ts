const MINUTE = 60_000

const digits = (number: number) => String(number).padStart(2, '0')

/** `16:04` in UTC, of minutes since 1970: the same on the server and in every browser. A page has hundreds. */
export const clockOf = (minute: number): string =>
  `${digits(Math.floor(minute / 60) % 24)}:${digits(minute % 60)}`

/** `16:04:33` in UTC. */
export const secondsOf = (at: number): string => new Date(at).toISOString().slice(11, 19)

export const minuteOf = (at: number): number => Math.floor(at / MINUTE)

/** Milliseconds in which the chart moves on. */
const STEP = 10_000

/**
 * The time up to which the chart is drawn, which many pages share: the next step, so that nothing that has happened is left
 * out, but not past the end while that lies ahead.
 */
export const stepOf = (now: number, end: number): number => {
  const next = Math.ceil(now / STEP) * STEP
  return now < end ? Math.min(next, end - 1) : next
}
