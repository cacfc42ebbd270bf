import type { Span } from './scale'

const HOUR = 3_600_000

/** Part of the time that the reader looks at: a stretch, or the newest so many milliseconds. Null: nothing chosen. */
export type Zoom = Span | { last: number } | null

/** Stretches that are one press away, in milliseconds. */
export const LASTS = [6 * HOUR, HOUR] as const

/** No stretch is shorter, in milliseconds. */
const SHORTEST = 5 * 60_000

const length = ({ from, to }: Span) => to - from

/** What can be looked at closely: from the start to now, or to the end when that is over. */
export function reachOf(start: number, end: number, now: number): Span {
  return { from: start, to: Math.min(Math.max(end, start + 1), Math.max(now, start + SHORTEST)) }
}

/** The nearest stretch inside of the reach; as long as before where there is room. */
function fitted({ from, to }: Span, reach: Span): Span {
  const long = Math.min(length(reach), Math.max(SHORTEST, to - from))
  const middle = (from + to) / 2
  const begin = Math.min(Math.max(middle - long / 2, reach.from), reach.to - long)
  return { from: Math.round(begin), to: Math.round(begin + long) }
}

/** The stretch that a zoom shows. */
export function spanOfZoom(zoom: Zoom, reach: Span, usual: Span): Span {
  if (!zoom) return usual
  return fitted('last' in zoom ? { from: reach.to - zoom.last, to: reach.to } : zoom, reach)
}

/** All there is; null when the usual stretch shows that anyway. */
export const whole = (reach: Span, usual: Span): Zoom => (usual.from <= reach.from ? null : reach)

/** A stretch `factor` times as long around the middle of the shown one. */
export function scaled(shown: Span, reach: Span, usual: Span, factor: number): Zoom {
  const known = fitted(shown, reach)
  const middle = (known.from + known.to) / 2
  const half = (length(known) * factor) / 2
  const next = fitted({ from: middle - half, to: middle + half }, reach)
  return length(next) >= length(reach) ? whole(reach, usual) : next
}

/** The shown stretch, moved by a share of its length. */
export function moved(shown: Span, reach: Span, share: number): Zoom {
  const by = length(shown) * share
  return fitted({ from: shown.from + by, to: shown.to + by }, reach)
}

/** The stretch between two places of the shown one, in percent; null when they are too near to mean one. */
export function between(shown: Span, reach: Span, a: number, b: number): Zoom {
  const [first, last] = [Math.min(a, b), Math.max(a, b)]
  if (last - first < 1) return null
  const at = (share: number) => shown.from + (length(shown) * share) / 100
  return fitted({ from: at(Math.max(0, first)), to: at(Math.min(100, last)) }, reach)
}
