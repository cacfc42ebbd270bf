/** The characters of a line, and the index of the one behind the cursor. */
export interface Edited {
  text: readonly string[]
  cursor: number
}

export interface CursorColumn {
  column: number
  columns: number
}

const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]/u
/** Characters that the terminal counts as two columns: East Asian scripts, without emoji. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3040-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]/u

/** Columns that a character takes in a terminal. */
export function widthOf(char: string): 0 | 1 | 2 {
  if (NOTHING.test(char)) return 0
  return WIDE.test(char) ? 2 : 1
}

interface Position {
  row: number
  column: number
}

/** Position behind these characters; rows count from the start of the line. */
export function positionOf(text: readonly string[], { column, columns }: CursorColumn): Position {
  const at = { row: 0, column }
  for (const char of text) {
    const width = widthOf(char)
    if (at.column + width > columns) {
      at.row++
      at.column = 0
    }
    at.column += width
  }
  return at.column < columns ? at : { row: at.row + 1, column: 0 }
}

const CSI = '\x1b['

function move(from: Position, to: Position): string {
  const rows = to.row - from.row
  const vertical = rows === 0 ? '' : rows < 0 ? `${CSI}${-rows}A` : `${CSI}${rows}B`
  const same = rows === 0 && from.column === to.column
  return same ? '' : `${vertical}${CSI}${to.column + 1}G`
}

/** A tab has no fixed width inside a line. */
const shown = (text: readonly string[]) => text.join('').replaceAll('\t', '→')

/** Output that turns the shown line `before` into `after`. */
export function redraw(before: Edited, after: Edited, place: CursorColumn): string {
  let same = 0
  while (same < before.text.length && before.text[same] === after.text[same]) same++
  const cursor = positionOf(before.text.slice(0, before.cursor), place)
  const target = positionOf(after.text.slice(0, after.cursor), place)
  const kept = before.text.length === same
  if (kept && after.text.length === same) return move(cursor, target)
  const change = positionOf(after.text.slice(0, same), place)
  const end = positionOf(after.text, place)
  const added = shown(after.text.slice(same))
  // The terminal wraps only when a character follows the last column.
  const wrap = added && end.column === 0 && end.row > 0 ? ' \r' : ''
  return `${move(cursor, change)}${kept ? '' : `${CSI}J`}${added}${wrap}${move(end, target)}`
}
