import { useMemo, useRef } from 'react'
import { type TeamState, teamCard } from '~/scoring/rules'
import type { Bonus } from '~/server/ledger/contract'
import { emphasised, type Line } from './chart/scale'
import { isChosen, type Layout, linesOf, type News, rowOf, teamsOf, type View } from './live/view'
import { columnIndex } from './marks'
import type { Column, CountryTeams, Division, Row, ScoreboardProps } from './props'
import { countryIn, type Query } from './query'
import { pageList, type RowList, wholeList } from './table/rows'

/** What the page shows: the server's page, or the live board once loaded. */
export interface Shown {
  list: RowList
  columns: readonly Column[]
  layout: Pick<Layout, 'columns' | 'index'>
  bonus: Bonus
  divisions: readonly Division[]
  countries: readonly CountryTeams[]
  teams: number
  ownRow: Row | null
  lines: readonly Line[]
  changedAt: number
  news: ReadonlyMap<number, News>
}

const NO_NEWS: Shown['news'] = new Map()

const keyOf = ({ division, country, search }: Query) => JSON.stringify([division, country, search])

function ofPage({ board, query }: ScoreboardProps): Shown {
  const { columns, rows, offset, found } = board
  return {
    ...board,
    lines: emphasised(board.lines, query.teams),
    list: pageList(rows, offset, found, keyOf(query)),
    layout: { columns, index: columnIndex(columns) },
    news: NO_NEWS
  }
}

function countedBy(view: View, of: (team: TeamState) => string | null) {
  const counts = new Map<string | null, number>()
  for (const team of view.ranking) counts.set(of(team), (counts.get(of(team)) ?? 0) + 1)
  return counts
}

function countriesOf(view: View): CountryTeams[] {
  const counts = countedBy(view, (team) => teamCard(view.board.cards, team).country)
  return [...counts].flatMap(([code, teams]) => (code === null ? [] : [{ code, teams }]))
}

function ofView(view: View, query: Query, { board }: ScoreboardProps, own: number | null): Shown {
  const countries = countriesOf(view)
  const { division, search } = query
  const country = countryIn(countries, query.country)
  const teams = teamsOf(view, { division, country, search })
  const mine = own === null ? undefined : view.board.state.teams.get(own)
  const shownOwn = mine && mine.rank > 0 && isChosen(mine, view, { division, country })
  const counts = countedBy(view, (team) => team.division)
  return {
    list: wholeList(teams, (team) => rowOf(team, view), keyOf({ ...query, country })),
    columns: view.columns,
    layout: view.layout,
    bonus: view.bonus,
    divisions: board.divisions.map(({ name }) => ({ name, teams: counts.get(name) ?? 0 })),
    countries,
    teams: view.ranking.length,
    ownRow: shownOwn ? rowOf(mine, view) : null,
    lines: linesOf(view, { division, country }, own, query.teams),
    changedAt: view.changedAt,
    news: view.news
  }
}

export function useShown(props: ScoreboardProps, own: number | null, view: View | null, query: Query): Shown {
  const page = useMemo(() => ofPage(props), [props])
  const shown = useMemo(
    () => (view ? ofView(view, query, props, own) : page),
    [view, query, props, own, page]
  )
  const lines = useSame(shown.lines)
  return { ...shown, lines }
}

function useSame<T>(value: T): T {
  const last = useRef({ value, text: '' })
  if (last.current.value === value) return value
  const text = JSON.stringify(value)
  if (text !== last.current.text) last.current = { value, text }
  return last.current.value
}
