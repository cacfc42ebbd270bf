/** Spans of time, in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** "Never" on the wire for a team without a solve (docs/rules/wire.md#times). */
export const NEVER = '0001-01-01T00:00:00+00:00'

/** ISO 8601 in UTC with `+00:00`, milliseconds without final zeros (docs/rules/wire.md#times). */
export function wireTime(time: Date | number): string {
  return new Date(time).toISOString().replace(/\.?0*Z$/, '+00:00')
}

/** `2026-11-20 16:05:09` in UTC. */
export const secondText = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

/** `2026-11-20 16:05` in UTC. */
export const minuteText = (time: Date): string => secondText(time).slice(0, 16)

/** `20261120-16.05.09Z`: sorts, and fits into a file name. */
export const fileStamp = (time: Date): string =>
  `${secondText(time).replaceAll('-', '').replace(' ', '-').replaceAll(':', '.')}Z`

/** In UTC. */
export const sameDay = (a: Date | number, b: Date | number): boolean =>
  Math.floor(+a / DAY_MS) === Math.floor(+b / DAY_MS)
