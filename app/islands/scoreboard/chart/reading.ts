import { type Line, type Span, scoreAt } from './scale'

/** A team's score at a time. */
export interface Reading {
  line: Line
  /** Place among the lines, which gives the colour. */
  index: number
  score: number
}

const MINUTE = 60_000
const FIVE = 5 * MINUTE
const HOUR = 60 * MINUTE
/** Keys cross the whole span in about this many steps, or in steps of five minutes. */
const STEPS = 200
const LEADERS = 5

/** The leaders of a time, best first, and the own team after them unless it is one of them. */
export function readingsAt(lines: readonly Line[], at: number): Reading[] {
  const all = lines
    .map((line, index) => ({ line, index, score: scoreAt(line.steps, at) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
  return all.filter(({ line }, place) => place < LEADERS || line.own)
}

/** The nearest solve to a time that is at most `reach` milliseconds away; else the time itself, to the second. */
export function snapped(lines: readonly Line[], at: number, reach: number): number {
  let nearest = Math.round(at / 1000) * 1000
  let least = reach
  for (const { steps } of lines)
    for (const [time] of steps) {
      const away = Math.abs(time - at)
      if (away <= least) {
        least = away
        nearest = time
      }
    }
  return nearest
}

/**
 * Where a key leads from a time: arrows a step, with Shift and the page keys an hour or twelve steps, Home and End to the
 * edges; null for other keys. A time lies within the span.
 */
export function timeOfKey(key: string, shift: boolean, at: number, { from, to }: Span): number | null {
  const step = Math.ceil((to - from) / STEPS / FIVE) * FIVE
  const far = Math.max(HOUR, 12 * step)
  const moves: Record<string, number> = {
    ArrowLeft: shift ? -far : -step,
    ArrowDown: shift ? -far : -step,
    ArrowRight: shift ? far : step,
    ArrowUp: shift ? far : step,
    PageDown: -far,
    PageUp: far,
    Home: from - at,
    End: to - at
  }
  const move = moves[key]
  return move === undefined ? null : Math.min(to, Math.max(from, at + move))
}
