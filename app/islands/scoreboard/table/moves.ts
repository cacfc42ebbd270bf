/** A row that slides from `by` rows below (above when negative). */
export interface Move {
  id: number
  by: number
}

/** More rows than this do not slide (docs/rules/interface.md#motion). */
const MAX_MOVES = 12

/**
 * @param before index of every row until now, by id
 * @param rows rows in the document, the first at index `from`
 * @returns none when nothing or too much moved
 */
export function movesOf(before: ReadonlyMap<number, number>, rows: readonly number[], from: number): Move[] {
  const moves: Move[] = []
  rows.forEach((id, index) => {
    const old = before.get(id)
    const by = old === undefined ? 0 : old - (from + index)
    if (by !== 0) moves.push({ id, by: Math.max(-rows.length, Math.min(rows.length, by)) })
  })
  return moves.length > MAX_MOVES ? [] : moves
}
