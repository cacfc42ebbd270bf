import { useMemo, useRef } from 'react'
import type { Bonus } from '~/server/ledger/contract'
import { emphasised, type Line } from './chart/scale'
import {
  divisionsIn,
  type Layout,
  linesOf,
  type News,
  ownRowIn,
  rowOf,
  teamsOf,
  type View
} from './live/view'
import { columnIndex, frozenRow } from './marks'
import { placeIn } from './own-place'
import type { Column, Division, OwnPlace, Row, ScoreboardProps } from './props'
import type { Query } from './query'
import { pageList, type RowList, wholeList } from './table/rows'

/** The board on the page: the server's page, or the live board once loaded. */
export interface Shown {
  list: RowList
  columns: readonly Column[]
  layout: Pick<Layout, 'columns' | 'index'>
  bonus: Bonus
  divisions: readonly Division[]
  teams: number
  ownRow: Row | null
  place: OwnPlace | null
  lines: readonly Line[]
  changedAt: number
  news: ReadonlyMap<number, News>
}

const NO_NEWS: Shown['news'] = new Map()

const keyOf = ({ division, country, search }: Query) => JSON.stringify([division, country, search])

function ofPage({ board, query, place }: ScoreboardProps): Shown {
  const { columns, rows, offset, found } = board
  return {
    ...board,
    place,
    lines: emphasised(board.lines, query.teams),
    list: pageList(rows, offset, found, keyOf(query)),
    layout: { columns, index: columnIndex(columns) },
    news: NO_NEWS
  }
}

function ofView(view: View, query: Query, { board }: ScoreboardProps, own: number | null): Shown {
  const teams = teamsOf(view, query)
  return {
    list: wholeList(teams, (team) => rowOf(team, view), keyOf(query)),
    columns: view.columns,
    layout: view.layout,
    bonus: view.bonus,
    divisions: divisionsIn(
      view,
      board.divisions.map(({ name }) => name)
    ),
    teams: view.ranking.length,
    ownRow: ownRowIn(view, own, query),
    place: placeIn(view, own),
    lines: linesOf(view, query, own, query.teams),
    changedAt: view.changedAt,
    news: view.news
  }
}

interface Place {
  own: number | null
  view: View | null
  query: Query
  frozen: boolean
}

/** What to draw: of the live board once it is here, until then of the page as the server made it. */
export function useShown(props: ScoreboardProps, { own, view, query, frozen }: Place): Shown {
  const page = useMemo(() => ofPage(props), [props])
  const shown = useMemo(
    () => (view ? ofView(view, query, props, own) : page),
    [view, query, props, own, page]
  )
  const lines = useSame(shown.lines)
  const { ownRow, columns } = shown
  return { ...shown, lines, ownRow: ownRow && frozen ? frozenRow(ownRow, props.sealed, columns) : ownRow }
}

function useSame<T>(value: T): T {
  const last = useRef({ value, text: '' })
  if (last.current.value === value) return value
  const text = JSON.stringify(value)
  if (text !== last.current.text) last.current = { value, text }
  return last.current.value
}
