/** Rows from `from` up to but not including `to`. */
export interface Range {
  from: number
  to: number
}

interface Scene {
  /** Pixels above the first visible row. */
  scrolled: number
  /** Pixels in which rows are visible. */
  height: number
  /** Pixels of a row. */
  row: number
  /** How many rows there are. */
  count: number
}

/** Rows kept ready beyond each edge. */
const MARGIN = 6
/** The range moves in steps of so many rows, so that most scrolling changes nothing. */
const STEP = 6

/** Which rows have to be in the document. */
export function rangeOf({ scrolled, height, row, count }: Scene): Range {
  const first = Math.floor(scrolled / row) - MARGIN
  const last = Math.ceil((scrolled + height) / row) + MARGIN
  const to = Math.min(count, Math.ceil(Math.max(last, 0) / STEP) * STEP)
  const from = Math.max(0, Math.min(Math.floor(first / STEP) * STEP, to))
  return { from, to }
}

/**
 * How far to scroll so that a row is visible.
 * @param place nearest: as little as possible; centre: to the middle unless it is visible already
 */
export function scrollTo(index: number, scene: Scene, place: 'nearest' | 'centre' = 'nearest'): number {
  const { scrolled, height, row, count } = scene
  const top = index * row
  const most = Math.max(0, count * row - height)
  const visible = top >= scrolled && top + row <= scrolled + height
  if (visible) return scrolled
  const wanted = place === 'centre' ? top - (height - row) / 2 : top < scrolled ? top : top + row - height
  return Math.min(most, Math.max(0, wanted))
}
