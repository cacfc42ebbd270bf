import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { HOURS } from '../query'
import type { Span } from './scale'

/** Zoom to a span, or to the newest milliseconds; null: none. */
export type Zoom = Span | { last: number } | null

/** Zooms offered as links, in milliseconds. */
export const LASTS = HOURS.map((hours) => hours * HOUR_MS)

/** The zoom of a range in the address; null for none. */
export const lastHours = (hours: number | null): Zoom => (hours === null ? null : { last: hours * HOUR_MS })

/** Milliseconds. */
const SHORTEST = 5 * MINUTE_MS

const length = ({ from, to }: Span) => to - from

/** Largest span: from the start to now, at most to the end. */
export function reachOf(start: number, end: number, now: number): Span {
  return { from: start, to: Math.min(Math.max(end, start + 1), Math.max(now, start + SHORTEST)) }
}

function fitted({ from, to }: Span, reach: Span): Span {
  const long = Math.min(length(reach), Math.max(SHORTEST, to - from))
  const middle = (from + to) / 2
  const begin = Math.min(Math.max(middle - long / 2, reach.from), reach.to - long)
  return { from: Math.round(begin), to: Math.round(begin + long) }
}

/** What a zoom shows, moved into the reach; the usual span without one. */
export function spanOfZoom(zoom: Zoom, reach: Span, usual: Span): Span {
  if (!zoom) return usual
  return fitted('last' in zoom ? { from: reach.to - zoom.last, to: reach.to } : zoom, reach)
}

/** Everything; null when that is the usual span. */
export const whole = (reach: Span, usual: Span): Zoom => (usual.from <= reach.from ? null : reach)

/** Around the middle of what is shown; a factor below 1 zooms in. Null for the usual span. */
export function scaled(shown: Span, reach: Span, usual: Span, factor: number): Zoom {
  const known = fitted(shown, reach)
  const middle = (known.from + known.to) / 2
  const half = (length(known) * factor) / 2
  const next = fitted({ from: middle - half, to: middle + half }, reach)
  return length(next) >= length(reach) ? whole(reach, usual) : next
}

/** By a share of what is shown, to the right if positive; never out of the reach. */
export function moved(shown: Span, reach: Span, share: number): Zoom {
  const by = length(shown) * share
  return fitted({ from: shown.from + by, to: shown.to + by }, reach)
}

/** The span between two positions in percent; null when they are too close. */
export function between(shown: Span, reach: Span, a: number, b: number): Zoom {
  const [first, last] = [Math.min(a, b), Math.max(a, b)]
  if (last - first < 1) return null
  const at = (share: number) => shown.from + (length(shown) * share) / 100
  return fitted({ from: at(Math.max(0, first)), to: at(Math.min(100, last)) }, reach)
}
