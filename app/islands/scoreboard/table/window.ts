/** Rows or columns from `from` to before `to`. */
export interface Range {
  from: number
  to: number
}

interface Scene {
  scrolled: number
  visible: number
  size: number
  count: number
}

/** Rows or columns kept beyond each edge. */
const MARGIN = 6
/** The range moves in small steps, so that no frame renders many rows. */
const STEP = 2

/** Rows to draw, in whole steps, so that little scrolling changes nothing. */
export function rangeOf({ scrolled, visible, size, count }: Scene): Range {
  const first = Math.floor(scrolled / size) - MARGIN
  const last = Math.ceil((scrolled + visible) / size) + MARGIN
  const to = Math.min(count, Math.ceil(Math.max(last, 0) / STEP) * STEP)
  const from = Math.max(0, Math.min(Math.floor(first / STEP) * STEP, to))
  return { from, to }
}

/** `nearest`: least movement; `centre`: the middle unless visible already. */
export function scrollTo(index: number, scene: Scene, place: 'nearest' | 'centre' = 'nearest'): number {
  const { scrolled, visible, size, count } = scene
  const top = index * size
  const most = Math.max(0, count * size - visible)
  if (top >= scrolled && top + size <= scrolled + visible) return scrolled
  const nearest = top < scrolled ? top : top + size - visible
  const wanted = place === 'centre' ? top - (visible - size) / 2 : nearest
  return Math.min(most, Math.max(0, wanted))
}
