import { type MouseEvent, type ReactNode, useCallback, useRef } from 'react'
import { REACHED } from '~/app/components/scrollable'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import type { Bonus } from '~/server/ledger/contract'
import type { Past } from '../live/past'
import type { Layout, News, View } from '../live/view'
import type { Column, Row } from '../props'
import type { Query } from '../query'
import { BoardKeys } from './BoardKeys'
import { BodyRows, bodyRowsProps, firstRow, heldRow, solvedIds, tensOf } from './BodyRows'
import { fixedColumns, MatrixHead } from './MatrixHead'
import { ROW_GROUP, TABLE } from './roles'
import type { RowList } from './rows'
import { useHints } from './use-hints'
import { useRowKeys } from './use-row-keys'
import { useSlides } from './use-slides'
import { useWindow } from './use-window'

interface MatrixProps {
  gameId: number
  list: RowList
  columns: readonly Column[]
  layout: Pick<Layout, 'columns' | 'index'>
  bonus: Bonus
  query: Query
  divided: boolean
  own: number | null
  ownRow: Row | null
  playable: boolean
  past: Past | null
  /** Final ranks by participation: rows show the distance to these. */
  final?: Past['places']
  view: View | null
  news: ReadonlyMap<number, News>
  onOpen(event: MouseEvent, team: number): void
  go(query: Query): void
  children: ReactNode
}

const NONE: readonly number[] = []

/** The scoreboard as a table: ranks, teams, scores, and a cell for each challenge. */
export function Matrix(props: MatrixProps) {
  const { gameId, list, columns, layout, query, divided, ownRow, past, final, news, onOpen } = props
  const t = useText()
  const wrap = useRef<HTMLElement>(null)
  const { range, columns: across, above, below, jump, firstVisible } = useWindow(wrap, list, columns.length)
  useSlides(wrap, list, range)
  useHints(wrap, props.view, layout.columns)
  const keys = useRowKeys({ gameId, list, own: props.own, query, go: props.go, jump, firstVisible })

  const inDivision = query.division !== null
  const held = heldRow(ownRow, list)
  const pinned = held ? 1 : 0
  const changeOf = useChange(past?.places, final, inDivision)
  const freshIn = (one: Row) => {
    const challenge = news.get(one.id)?.challenge
    return challenge === undefined ? null : (layout.index.get(challenge) ?? null)
  }
  const table = { gameId, query, divided, ownRow, columns: layout.columns, range: across }
  const rowsOf = (rows: readonly Row[], first: number, isPinned: boolean) => ({
    ...bodyRowsProps(table, rows, first, isPinned),
    onOpen,
    changes: past || final ? rows.map(changeOf) : null,
    fresh: news.size > 0 ? rows.map(freshIn) : null
  })
  const shown = list.slice(range.from, range.to)
  const fixed = fixedColumns(divided)
  return (
    <>
      <section ref={wrap} className="matrix-wrap" aria-label={t('scoreboard:table.label')} {...REACHED}>
        <table
          {...TABLE}
          className="matrix"
          aria-rowcount={list.count + firstRow(0, pinned) - 1}
          aria-colcount={fixed + columns.length}
          data-plain={!divided || undefined}
          data-columns={String(Math.min(columns.length, 99)).padStart(2, '0')}
        >
          <caption className="sr">{t('scoreboard:table.caption')}</caption>
          <MatrixHead
            {...{ gameId, columns, inDivision, divided }}
            range={across}
            bonus={props.bonus}
            playable={props.playable}
            mine={useMine(ownRow, columns)}
            since={past?.at ?? null}
            toEnd={final !== undefined}
          />
          {held && (
            <tbody {...ROW_GROUP} className="held">
              <Cached name="held" of={BodyRows} props={rowsOf([held], firstRow(0, 0), true)} />
            </tbody>
          )}
          <Gap height={above} />
          <tbody {...ROW_GROUP} className="rows">
            <Cached
              name="rows"
              of={BodyRows}
              props={rowsOf(shown, firstRow(range.from, pinned), false)}
              pieces={tensOf}
            />
          </tbody>
          <Gap height={below} />
        </table>
      </section>
      <div className="table-foot">
        {props.children}
        <BoardKeys {...keys} own={props.own !== null} />
      </div>
    </>
  )
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tbody aria-hidden="true" style={{ blockSize: height }} /> : null
}

function useChange(past: Past['places'] | undefined, final: Past['places'] | undefined, inDivision: boolean) {
  return useCallback(
    (row: Row): number | null => {
      const other = (final ?? past)?.get(row.id)
      if (!other) return null
      const [then, now] = inDivision ? [other.divisionRank, row.divisionRank] : [other.rank, row.rank]
      if (then === null || now === null) return null
      return final ? now - then : then - now
    },
    [past, final, inDivision]
  )
}

/** Challenges that the own team has solved; the same array until that changes. */
function useMine(ownRow: Row | null, columns: readonly Column[]): readonly number[] {
  const last = useRef<{ key: string; ids: readonly number[] }>({ key: '', ids: NONE })
  const ids = solvedIds(ownRow, columns)
  const key = ids.join(' ')
  if (last.current.key !== key) last.current = { key, ids }
  return last.current.ids
}
