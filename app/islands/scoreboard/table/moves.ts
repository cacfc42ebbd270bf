/** A row that slides to its new place: from `by` rows below (above when negative). */
export interface Move {
  id: number
  by: number
}

/** When more rows than this move at once, they cut instead of sliding (docs/rules/interface.md#motion). */
const MOST_MOVES = 12

/**
 * Which rows in the document slide, and from where.
 * @param before place of every row until now, by id
 * @param rows rows now in the document, the first at place `from`
 * @returns none when nothing or too much moved
 */
export function movesOf(before: ReadonlyMap<number, number>, rows: readonly number[], from: number): Move[] {
  const moves: Move[] = []
  rows.forEach((id, index) => {
    const old = before.get(id)
    const by = old === undefined ? 0 : old - (from + index)
    // From far away a row comes in over the edge.
    if (by !== 0) moves.push({ id, by: Math.max(-rows.length, Math.min(rows.length, by)) })
  })
  return moves.length > MOST_MOVES ? [] : moves
}
