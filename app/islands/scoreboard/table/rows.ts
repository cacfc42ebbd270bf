import type { Row } from '../props'

/** A page of rows from the server, or all rows. */
export interface RowList {
  count: number
  /** Range that `at` can return. */
  known: { from: number; to: number }
  /** A different key means a different choice of rows, not a change in them. */
  key: string
  at(index: number): Row
  /** Returns the same array for the same range. */
  slice(from: number, to: number): readonly Row[]
  /** The index of a participation; -1 when missing. */
  indexOf(id: number): number
  places(): ReadonlyMap<number, number>
}

/** A page of a list: only rows of the page may be read by their index in the whole. */
export function pageList(rows: readonly Row[], offset: number, count: number, key: string): RowList {
  const indexOf = (id: number) => {
    const index = rows.findIndex((row) => row.id === id)
    return index < 0 ? index : index + offset
  }
  return {
    count,
    known: { from: offset, to: offset + rows.length },
    key,
    at: (index) => rows[index - offset]!,
    slice: (from, to) =>
      from === offset && to === offset + rows.length ? rows : rows.slice(from - offset, to - offset),
    indexOf,
    places: () => new Map(rows.map(({ id }, index) => [id, index + offset]))
  }
}

/** A list that is known as a whole; rows are made when they are read. */
export function wholeList<T extends { id: number }>(
  all: readonly T[],
  rowOf: (one: T) => Row,
  key: string
): RowList {
  return {
    count: all.length,
    known: { from: 0, to: all.length },
    key,
    at: (index) => rowOf(all[index]!),
    slice: (from, to) => all.slice(from, to).map(rowOf),
    indexOf: (id) => all.findIndex((one) => one.id === id),
    places: () => new Map(all.map(({ id }, index) => [id, index]))
  }
}
