import { DAY_MS } from '~/server/platform/time'
import type { SolveView } from './player-view'

const DAYS = 7
/** Whole weeks before the present one, and that one. */
export const WEEKS = 26

interface ActiveDay {
  /** Unix milliseconds of its beginning in UTC. */
  at: number
  /** From 0, the oldest. */
  week: number
  /** From 0, Monday. */
  weekday: number
  solves: number
}

export interface Calendar {
  /** Days with solves, oldest first. */
  days: ActiveDay[]
  solves: number
  /** Weekday of the present day, after which there is no day yet. */
  today: number
}

// The first day of Unix time was a Thursday.
const weekdayOf = (day: number) => (day + 3) % DAYS

/** Solves by day of UTC, in the 26 weeks that the week of `now` (Unix milliseconds) ends. */
export function calendarOf(solves: readonly Pick<SolveView, 'at'>[], now: number): Calendar {
  const last = Math.floor(now / DAY_MS)
  const today = weekdayOf(last)
  const first = last - today - (WEEKS - 1) * DAYS
  const counts = new Map<number, number>()
  for (const { at } of solves) {
    const day = Math.floor(at / DAY_MS)
    if (day >= first && day <= last) counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const days = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([day, count]) => ({
      at: day * DAY_MS,
      week: Math.floor((day - first) / DAYS),
      weekday: weekdayOf(day),
      solves: count
    }))
  return { days, solves: days.reduce((sum, day) => sum + day.solves, 0), today }
}
