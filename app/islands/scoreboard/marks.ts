import type { SolveKind } from '~/scoring/rules'
import { type BloodPlace, type Column, type Mark, type Row, SEALED } from './props'

const PLACES: Record<SolveKind, BloodPlace> = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3, Normal: 0 }

/** Rank of a solve among the first three, else 0. */
export const placeOf = (kind: SolveKind): BloodPlace => PLACES[kind]

export const columnIndex = (columns: readonly Column[]): Map<number, number> =>
  new Map(columns.map(({ id }, index) => [id, index]))

/** Marks in column order; challenges without a column are left out. */
export function marksOf(
  solves: Iterable<{ challenge: number; kind: SolveKind; minute: number }>,
  index: ReadonlyMap<number, number>
): Mark[] {
  const marks: Mark[] = []
  for (const { challenge, kind, minute } of solves) {
    const column = index.get(challenge)
    if (column !== undefined) marks.push([column, PLACES[kind], minute])
  }
  return marks.sort(([a], [b]) => a - b)
}

export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length &&
  a.every(
    ([column, place, minute], index) =>
      column === b[index]![0] && place === b[index]![1] && minute === b[index]![2]
  )

const frozenRows = new WeakMap<Row, { key: string; row: Row }>()

/** The own team's row on a frozen board: its place is uncertain, and what it solved since is marked. The same for the same. */
export function frozenRow(row: Row, sealed: readonly number[], columns: readonly Column[]): Row {
  const key = sealed.join()
  const known = frozenRows.get(row)
  if (known?.key === key) return known.row
  const index = columnIndex(columns)
  const solved = new Set(row.marks.map(([column]) => column))
  const added = sealed.flatMap((id): Mark[] => {
    const column = index.get(id)
    return column === undefined || solved.has(column) ? [] : [[column, SEALED, 0]]
  })
  const marks = [...row.marks, ...added].sort(([a], [b]) => a - b)
  const made: Row = { ...row, marks, uncertain: true }
  frozenRows.set(row, { key, row: made })
  return made
}
