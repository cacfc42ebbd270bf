import { Cached } from '~/app/islands/runtime/cache/cached'
import type { Outline } from '~/app/islands/runtime/cache/outline'
import { keyOf, share } from '~/app/islands/runtime/cache/render-cache'
import { sharedBy } from '~/app/islands/runtime/cache/shared-by'
import { KeyItems, keyItems } from './chart/Chart'
import { Lines, type LinesProps, lineMarks, type Scene } from './chart/Plot'
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

/** Readers share a leader's line, unless the own line moves its label. */
function lineProps(props: ScoreboardProps): LinesProps[] {
  const scene = sceneOf(props)
  const inScene = keyOf(scene)
  return lineMarks(props.board.lines, scene).map((mark) =>
    sharedBy(mark.line, `line ${inScene} ${mark.index} ${mark.y}`, () => ({ marks: [mark] }))
  )
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
  parts: (props) => ({
    lines: () => lineProps(props).map((one) => <Cached key={one.marks[0]!.line.id} of={Lines} props={one} />),
    key: () =>
      keyItems(props.board.lines).map((item, at) => {
        const line = props.board.lines[at]!
        const one = sharedBy(line, `key ${item.look}`, () => ({ items: [item] }))
        return <Cached key={item.id} of={KeyItems} props={one} />
      }),
    heads() {
      const { columns, ownRow } = props.board
      const solved = new Set(solvedIds(ownRow, columns))
      const heads = headsOf(props)
      return columns.map(({ id }, at) => (
        <Cached key={id} of={ChallengeHeads} props={heads[solved.has(id) ? 'solved' : 'open'][at]!} />
      ))
    },
    held() {
      const { held, table } = tableOf(props)
      const rows = bodyRowsProps(table, held ? [held] : [], firstRow(0, 0), true)
      return <Cached of={BodyRows} props={{ ...rows, onOpen }} />
    },
    rows: () => rowsOf(props).map((ten) => <Cached key={ten.first} of={BodyRows} props={ten} />)
  })
}
