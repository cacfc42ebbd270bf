import type { SolveKind } from '~/scoring/rules'
import type { Column, Mark, Place } from './props'

const PLACES: Record<SolveKind, Place> = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3, Normal: 0 }

/** Rank of a solve among the first three, else 0. */
export const placeOf = (kind: SolveKind): Place => PLACES[kind]

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
