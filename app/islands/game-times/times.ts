import { HOUR_MS } from '~/server/platform/time'

/** Start and end as the fields hold them, in UTC; '' or incomplete during typing. */
export interface Times {
  start: string
  end: string
}

const MINUTES = 'YYYY-MM-DDTHH:mm'.length

/** A field's time is UTC, without saying so. Null while it is incomplete. */
export function parseFieldTime(field: string): number | null {
  const moment = Date.parse(`${field}Z`)
  return Number.isNaN(moment) ? null : moment
}

/** Unix milliseconds as a field has them; seconds and milliseconds only if they are not zero. */
export const formatFieldTime = (moment: number) =>
  new Date(moment).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '')

/** Sets the start; an end not after it moves to two hours after it (docs/rules/games.md#edit). */
export function withStart(times: Times, start: string): Times {
  const [from, to] = [parseFieldTime(start), parseFieldTime(times.end)]
  const late = from !== null && to !== null && from >= to
  return { start, end: late ? formatFieldTime(from + 2 * HOUR_MS).slice(0, MINUTES) : times.end }
}

/** Milliseconds; null while either is unknown or the end is not after the start. */
export function durationOf({ start, end }: Times): number | null {
  const [from, to] = [parseFieldTime(start), parseFieldTime(end)]
  return from !== null && to !== null && to > from ? to - from : null
}

/** Step of a field, because browsers refuse times that are finer. Undefined: minutes. */
export function stepOf(time: string): number | undefined {
  if (time.includes('.')) return 0.001
  return time.length > MINUTES ? 1 : undefined
}
