import type { MouseEvent } from 'react'
import type { Layout } from '../live/view'
import type { Column, Row } from '../props'
import { hrefOf, type Query } from '../query'
import { BodyRow } from './BodyRow'
import type { RowList } from './rows'
import type { Range } from './window'

const HEADS = 2
/** Among so few rows the own one is visible anyway. */
const FEW = 8

/** `aria-rowindex` of a row, counting heads and the held row. @param pinned 1 when a row is held */
export const firstRow = (from: number, pinned: 0 | 1): number => from + 1 + HEADS + pinned

/** The own row when it is held above the others; null when it is among few, or missing. */
export const heldRow = (ownRow: Row | null, list: Pick<RowList, 'count' | 'indexOf'>): Row | null =>
  ownRow && (list.count > FEW || list.indexOf(ownRow.id) < 0) ? ownRow : null

export const solvedIds = (ownRow: Row | null, columns: readonly Column[]): number[] =>
  (ownRow?.marks ?? []).flatMap(([column]) => columns[column]?.id ?? [])

interface Table {
  gameId: number
  query: Query
  divided: boolean
  ownRow: Row | null
  columns: Layout['columns']
  /** Columns in the document. */
  range: Range
}

export interface BodyRowsProps extends Omit<Table, 'ownRow'> {
  rows: readonly Row[]
  first: number
  inDivision: boolean
  pinned: boolean
  own: number | null
  /** For each row: places gained, and columns of new solves; null for none. */
  changes: (number | null)[] | null
  fresh: (number | null)[] | null
  onOpen(event: MouseEvent, team: number): void
}

/** `first`: the place of the first row in the whole list, from 0. */
export function bodyRowsProps(
  { ownRow, ...table }: Table,
  rows: readonly Row[],
  first: number,
  pinned: boolean
): Omit<BodyRowsProps, 'onOpen'> {
  return {
    ...table,
    // The own row may know more than that of the board.
    rows: ownRow?.uncertain ? rows.map((row) => (row.id === ownRow.id ? ownRow : row)) : rows,
    ...{ first, pinned, changes: null, fresh: null },
    inDivision: table.query.division !== null,
    own: rows.find(({ id }) => id === ownRow?.id)?.id ?? null
  }
}

/** Rows per cached piece: shared by all readers, except the piece with the own team. */
const TOGETHER = 10

/** Groups of rows that are cached and drawn together. */
export const tensOf = (props: BodyRowsProps): BodyRowsProps[] =>
  props.rows.flatMap((_, from) => {
    if (from % TOGETHER) return []
    const to = from + TOGETHER
    const rows = props.rows.slice(from, to)
    const own = rows.some(({ id }) => id === props.own) ? props.own : null
    const [changes, fresh] = [props.changes?.slice(from, to) ?? null, props.fresh?.slice(from, to) ?? null]
    return { ...props, rows, own, changes, fresh, first: props.first + from }
  })

export function BodyRows({ rows, first, gameId, query, own, changes, fresh, ...rest }: BodyRowsProps) {
  return (
    <>
      {rows.map((row, place) => (
        <BodyRow
          key={row.id}
          row={row}
          ariaIndex={first + place}
          own={row.id === own}
          href={hrefOf(gameId, { ...query, team: row.team })}
          change={changes?.[place] ?? null}
          fresh={fresh?.[place] ?? undefined}
          {...rest}
        />
      ))}
    </>
  )
}
