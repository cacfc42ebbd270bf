import { type MouseEvent, type ReactNode, useCallback, useRef } from 'react'
import { Cached } from '~/app/islands/runtime/cache/cached'
import { useText } from '~/app/islands/runtime/words/text'
import type { Bonus } from '~/server/ledger/contract'
import type { Past } from '../live/past'
import type { Layout, News, View } from '../live/view'
import type { Column, Row } from '../props'
import { hrefOf, type Query } from '../query'
import { BoardKeys } from './BoardKeys'
import { BodyRow } from './BodyRow'
import { Head } from './Head'
import { ROW_GROUP, TABLE } from './roles'
import type { RowList } from './rows'
import { useHints } from './use-hints'
import { useRowKeys } from './use-row-keys'
import { useSlides } from './use-slides'
import { useWindow } from './use-window'
import type { Range } from './window'

export interface MatrixProps {
  gameId: number
  list: RowList
  columns: readonly Column[]
  layout: Pick<Layout, 'columns' | 'index'>
  bonus: Bonus
  query: Query
  /** The game has divisions. */
  divided: boolean
  /** The reader's participation. */
  own: number | null
  /** The own team's row, when it belongs to what is shown. */
  ownRow: Row | null
  playable: boolean
  past: Past | null
  /** Places in the end, by participation: rows say how far they are from there instead of from a while ago. */
  final?: Past['places']
  /** The live board, once it is here. */
  view: View | null
  news: ReadonlyMap<number, News>
  onOpen(event: MouseEvent, team: number): void
  /** Shows another view of the page. */
  go(query: Query): void
  /** Below the table. */
  children: ReactNode
}

const HEADS = 2
/** Among so few rows the own one is in sight anyway. */
const FEW = 8
/** What scrolls must be within the keyboard's reach. */
const REACHED = { tabIndex: 0 }
const NONE: readonly number[] = []

/** The scoreboard as a table: places, teams, scores, and a cell for each challenge. */
export function Matrix(props: MatrixProps) {
  const { gameId, list, columns, layout, query, divided, ownRow, past, final, news, onOpen } = props
  const t = useText()
  const wrap = useRef<HTMLElement>(null)
  const { range, columns: across, above, below, jump, firstVisible } = useWindow(wrap, list, columns.length)
  useSlides(wrap, list, range)
  useHints(wrap, props.view, layout.columns)
  const keys = useRowKeys({ gameId, list, own: props.own, query, go: props.go, jump, firstVisible })

  const inDivision = query.division !== null
  const held = ownRow && (list.count > FEW || list.indexOf(ownRow.id) < 0) ? ownRow : null
  const pinned = held ? 1 : 0
  const changeOf = useChange(past?.places, final, inDivision)
  const freshIn = (one: Row) => {
    const challenge = news.get(one.id)?.challenge
    return challenge === undefined ? null : (layout.index.get(challenge) ?? null)
  }
  const rowsOf = (rows: readonly Row[], first: number, isPinned: boolean): RowsProps => ({
    ...{ gameId, query, inDivision, divided, onOpen, rows, first },
    columns: layout.columns,
    range: across,
    pinned: isPinned,
    own: rows.find(({ id }) => id === ownRow?.id)?.id ?? null,
    changes: past || final ? rows.map(changeOf) : null,
    fresh: news.size > 0 ? rows.map(freshIn) : null
  })
  const shown = list.slice(range.from, range.to)
  const fixed = divided ? 5 : 4
  return (
    <>
      <section ref={wrap} className="matrix-wrap" aria-label={t('scoreboard:table.label')} {...REACHED}>
        <table
          {...TABLE}
          className="matrix"
          aria-rowcount={list.count + HEADS + pinned}
          aria-colcount={fixed + columns.length}
          data-plain={!divided || undefined}
          data-columns={String(Math.min(columns.length, 99)).padStart(2, '0')}
        >
          <caption className="sr">{t('scoreboard:table.caption')}</caption>
          <Head
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
              <Cached of={Rows} props={rowsOf([held], HEADS + 1, true)} />
            </tbody>
          )}
          <Gap height={above} />
          <tbody {...ROW_GROUP} className="rows">
            <Cached
              of={Rows}
              props={rowsOf(shown, range.from + 1 + HEADS + pinned, false)}
              pieces={piecesOf}
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

interface RowsProps {
  rows: readonly Row[]
  /** Place of the first for those who hear it, heads included. */
  first: number
  columns: Layout['columns']
  range: Range
  gameId: number
  query: Query
  inDivision: boolean
  divided: boolean
  pinned: boolean
  /** Participation of the own team, when it is among them. */
  own: number | null
  /** Places gained since a while ago, and columns of solves that have just come, by row; null while there are none. */
  changes: (number | null)[] | null
  fresh: (number | null)[] | null
  onOpen(event: MouseEvent, team: number): void
}

/** Rows that the server keeps together: all readers share them, but for those with the reader's own team among them. */
const TOGETHER = 10

const piecesOf = (props: RowsProps): RowsProps[] =>
  props.rows.flatMap((_, from) => {
    if (from % TOGETHER) return []
    const to = from + TOGETHER
    const rows = props.rows.slice(from, to)
    const own = rows.some(({ id }) => id === props.own) ? props.own : null
    const [changes, fresh] = [props.changes?.slice(from, to) ?? null, props.fresh?.slice(from, to) ?? null]
    return { ...props, rows, own, changes, fresh, first: props.first + from }
  })

function Rows({ rows, first, gameId, query, own, changes, fresh, ...rest }: RowsProps) {
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

/** In place of rows that are out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tbody aria-hidden="true" style={{ blockSize: height }} /> : null
}

/** Places a team has gained since a while ago, or will gain until the end; below 0 those it loses. */
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

/** Challenges that the own team has solved; the same list until that changes. */
function useMine(ownRow: Row | null, columns: readonly Column[]): readonly number[] {
  const last = useRef<{ key: string; ids: readonly number[] }>({ key: '', ids: NONE })
  const ids = (ownRow?.marks ?? []).flatMap(([column]) => columns[column]?.id ?? [])
  const key = ids.join(' ')
  if (last.current.key !== key) last.current = { key, ids }
  return last.current.ids
}
