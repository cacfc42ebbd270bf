import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type Line, type Span, scoreAt } from './scale'

export interface Reading {
  line: Line
  index: number
  score: number
}

const FIVE = 5 * MINUTE_MS
/** Keys cross the span in about this many steps, at least five minutes each. */
const STEPS = 200
const LEADERS = 5

/** Scores at a time, best first; the own and the pinned teams follow unless they are leaders. */
export function readingsAt(lines: readonly Line[], at: number): Reading[] {
  const all = lines
    .map((line, index) => ({ line, index, score: scoreAt(line.steps, at) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
  return all.filter(({ line }, place) => place < LEADERS || line.own || line.emphasis === 'pinned')
}

/** The nearest solve within `reach` milliseconds; else the time itself, in whole seconds. */
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

/** Arrows a step, with Shift or page keys an hour or twelve steps, Home and End the edges; null otherwise. */
export function timeOfKey(
  key: string,
  { shift }: { shift: boolean },
  at: number,
  { from, to }: Span
): number | null {
  const step = Math.ceil((to - from) / STEPS / FIVE) * FIVE
  const far = Math.max(HOUR_MS, 12 * step)
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
