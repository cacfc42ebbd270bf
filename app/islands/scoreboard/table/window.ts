/** Rows or columns from `from` up to but not including `to`. */
export interface Range {
  from: number
  to: number
}

interface Scene {
  /** Pixels before the first visible one. */
  scrolled: number
  /** Pixels in which they are visible. */
  visible: number
  /** Pixels of one. */
  size: number
  /** How many there are. */
  count: number
}

/** How many are kept ready beyond each edge. */
const MARGIN = 6
/** The range moves in steps of so many: few, so that no single frame has many rows to make. */
const STEP = 2

/** Which rows or columns have to be in the document. */
export function rangeOf({ scrolled, visible, size, count }: Scene): Range {
  const first = Math.floor(scrolled / size) - MARGIN
  const last = Math.ceil((scrolled + visible) / size) + MARGIN
  const to = Math.min(count, Math.ceil(Math.max(last, 0) / STEP) * STEP)
  const from = Math.max(0, Math.min(Math.floor(first / STEP) * STEP, to))
  return { from, to }
}

/**
 * How far to scroll so that a row is visible.
 * @param place nearest: as little as possible; centre: to the middle unless it is visible already
 */
export function scrollTo(index: number, scene: Scene, place: 'nearest' | 'centre' = 'nearest'): number {
  const { scrolled, visible, size, count } = scene
  const top = index * size
  const most = Math.max(0, count * size - visible)
  if (top >= scrolled && top + size <= scrolled + visible) return scrolled
  const nearest = top < scrolled ? top : top + size - visible
  const wanted = place === 'centre' ? top - (visible - size) / 2 : nearest
  return Math.min(most, Math.max(0, wanted))
}
