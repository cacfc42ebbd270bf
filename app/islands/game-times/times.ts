/** Start and end of a game as their fields hold them, in UTC; '' or half-typed while somebody writes. */
export interface Times {
  start: string
  end: string
}

const HOUR = 3_600_000
/** Length of a time to the minute. */
const MINUTES = 'YYYY-MM-DDTHH:mm'.length

/** Milliseconds since the epoch; null for what is no time. */
export function momentOf(field: string): number | null {
  const moment = Date.parse(`${field}Z`)
  return Number.isNaN(moment) ? null : moment
}

/** As the fields write it: to the minute, or as exactly as it is. */
export const fieldOf = (moment: number) => new Date(moment).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '')

/** Sets another start. An end that is not after it moves to two hours after it (docs/rules/games.md#edit). */
export function withStart(times: Times, start: string): Times {
  const [from, to] = [momentOf(start), momentOf(times.end)]
  const late = from !== null && to !== null && from >= to
  return { start, end: late ? fieldOf(from + 2 * HOUR).slice(0, MINUTES) : times.end }
}

/** Milliseconds from start to end; null while either is unknown or the end is not behind the start. */
export function durationOf({ start, end }: Times): number | null {
  const [from, to] = [momentOf(start), momentOf(end)]
  return from !== null && to !== null && to > from ? to - from : null
}

/** Seconds or milliseconds only where the stored time has some: the browser refuses finer times than its step. */
export function stepOf(time: string): number | undefined {
  if (time.includes('.')) return 0.001
  return time.length > MINUTES ? 1 : undefined
}
