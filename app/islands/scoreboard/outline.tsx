import { Cached } from '~/app/islands/runtime/cache/cached'
import type { Outline } from '~/app/islands/runtime/cache/outline'
import { share } from '~/app/islands/runtime/cache/render-cache'
import { KeyItems, keyItems } from './chart/Chart'
import { Lines, lineMarks, type Scene } from './chart/Plot'
import { type Line, levelsOf, spanOf, topOf } from './chart/scale'
import type { Row, ScoreboardProps } from './props'
import type { Query } from './query'
import {
  BodyRows,
  type BodyRowsProps,
  bodyRowsProps,
  firstRow,
  heldRow,
  solvedIds,
  tensOf
} from './table/BodyRows'
import { ChallengeHeads, challengeHeads, fixedColumns } from './table/Head'
import { pageList } from './table/rows'
import { stepOf } from './times'

const NOBODY = 0

const ROW: Row = {
  ...{ id: NOBODY, team: NOBODY, name: '', avatar: null, division: null },
  ...{ rank: 0, divisionRank: null, score: 0, solved: 0, marks: [] }
}

const lineFor = (lines: readonly Line[]): Line => ({
  ...{ id: NOBODY, name: '', place: 0, own: lines.some(({ own }) => own) },
  steps: [[0, topOf(lines)]]
})

/** Server markup has no handlers. */
const onOpen = () => {}

const shared = new WeakMap<object, Map<string, object>>()
/** Entries kept for a board that rarely changes, by time and division. */
const MOST_SHARED = 100

/** A value shared by many readers, and a number in cache keys. `of`: replaced when the board changes. */
function sharedBy<T extends object>(of: object, key: string, make: () => T): T {
  const known = shared.get(of) ?? new Map<string, object>()
  shared.set(of, known)
  if (known.size >= MOST_SHARED) known.clear()
  const made = known.get(key) ?? share(make())
  known.set(key, made)
  return made as T
}

function tableOf({ gameId, query, board }: ScoreboardProps) {
  const { columns, rows, offset, found, divisions, ownRow } = board
  const range = { from: 0, to: columns.length }
  const held = heldRow(ownRow, pageList(rows, offset, found, ''))
  return { held, table: { gameId, query, divided: divisions.length > 0, ownRow, columns, range } }
}

function sceneOf({ board: { rows, lines }, start, end, ...props }: ScoreboardProps): Scene {
  const now = stepOf(props.now, end)
  const levels = levelsOf(lines, spanOf(start, end, now), false)
  return sharedBy(rows, `scene ${start} ${end} ${now} ${levels.top}`, () => {
    const span = spanOf(start, end, now)
    return { span, until: Math.min(now, span.to), levels }
  })
}

/** Challenge heads in two forms: all solved, and none. */
function headsOf({ gameId, own, open, board: { columns, divisions } }: ScoreboardProps) {
  const playable = own !== null && open
  const fixed = fixedColumns(divisions.length > 0)
  const range = { from: 0, to: columns.length }
  return sharedBy(columns, `heads ${gameId} ${playable} ${fixed}`, () => {
    const of = (mine: readonly number[]) =>
      challengeHeads({ gameId, columns, range, playable, mine, fixed }).map((head) =>
        share({ heads: [head] })
      )
    return { solved: of(columns.map(({ id }) => id)), open: of([]) }
  })
}

/** Rows in tens: groups without the own row are shared. */
function rowsOf(props: ScoreboardProps): BodyRowsProps[] {
  const { rows, offset } = props.board
  const { held, table } = tableOf(props)
  const { gameId, divided, ownRow } = table
  const tens = (own: Row | null) =>
    tensOf({
      ...bodyRowsProps({ ...table, ownRow: own }, rows, firstRow(offset, held ? 1 : 0), false),
      onOpen
    })
  const key = `rows ${gameId} ${held !== null} ${divided} ${JSON.stringify(props.query)}`
  const common = sharedBy(rows, key, () => tens(null).map(share))
  const place = rows.findIndex(({ id }) => id === ownRow?.id)
  return place < 0 ? common : tens(ownRow).map((ten, at) => (ten.own === null ? common[at]! : ten))
}

/** Views that many readers share: no panel, no search. */
export const hasOutline = ({ team, search }: Query): boolean => team === null && search === ''

export const outline: Outline<ScoreboardProps> = {
  common: (props) => ({
    ...props,
    own: props.own === null ? null : NOBODY,
    standing: null,
    board: {
      ...props.board,
      ownRow: tableOf(props).held && ROW,
      lines: [lineFor(props.board.lines)]
    }
  }),
  parts: {
    lines: (props) =>
      lineMarks(props.board.lines, sceneOf(props)).map((mark) => (
        <Cached key={mark.line.id} of={Lines} props={{ marks: [mark] }} />
      )),
    key: ({ board }) =>
      keyItems(board.lines).map((item) => <Cached key={item.id} of={KeyItems} props={{ items: [item] }} />),
    heads(props) {
      const { columns, ownRow } = props.board
      const solved = new Set(solvedIds(ownRow, columns))
      const heads = headsOf(props)
      return columns.map(({ id }, at) => (
        <Cached key={id} of={ChallengeHeads} props={heads[solved.has(id) ? 'solved' : 'open'][at]!} />
      ))
    },
    held(props) {
      const { held, table } = tableOf(props)
      const rows = bodyRowsProps(table, held ? [held] : [], firstRow(0, 0), true)
      return <Cached of={BodyRows} props={{ ...rows, onOpen }} />
    },
    rows: (props) => rowsOf(props).map((ten) => <Cached key={ten.first} of={BodyRows} props={ten} />)
  }
}
