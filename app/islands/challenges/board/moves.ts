export type Direction = 'next' | 'previous' | 'down' | 'up'

interface Box {
  id: number
  /** Middle of a card, in pixels. */
  x: number
  y: number
}

/** Pixels by which middles of one row may differ. */
const ROW = 8

/** Up and down take the nearest card of the next row. @returns null at the edge */
export function cardAfter(boxes: readonly Box[], from: number | null, direction: Direction): number | null {
  const index = boxes.findIndex(({ id }) => id === from)
  const here = boxes[index]
  if (!here) return boxes[0]?.id ?? null
  if (direction === 'next' || direction === 'previous')
    return boxes[index + (direction === 'next' ? 1 : -1)]?.id ?? null
  const sign = direction === 'down' ? 1 : -1
  const beyond = boxes.filter(({ y }) => sign * (y - here.y) > ROW)
  const row = Math.min(...beyond.map(({ y }) => sign * y))
  const near = beyond
    .filter(({ y }) => sign * y - row <= ROW)
    .sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))
  return near[0]?.id ?? null
}

/** Middles of all cards, in pixels of the window. */
export function cardBoxes(): Box[] {
  return [...document.querySelectorAll<HTMLElement>('a.chal')].map((card) => {
    const { left, top, width, height } = card.getBoundingClientRect()
    return { id: Number(card.id.slice('chal-'.length)), x: left + width / 2, y: top + height / 2 }
  })
}
