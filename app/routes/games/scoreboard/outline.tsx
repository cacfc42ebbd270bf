import type { ReactNode } from 'react'
import { flagLetter } from '~/app/components/signal-flags'
import { formatOf } from '~/app/i18n/format'
import type { Words } from '~/app/i18n/text'
import { KeyItem, KeyItems, keyItems, textsOfKey } from '~/app/islands/scoreboard/chart/Key'
import { drawnOf, LineDrawn, Lines, lineMarks, type Scene } from '~/app/islands/scoreboard/chart/Plot'
import { type Line, levelsOf, spanOf, topOf } from '~/app/islands/scoreboard/chart/scale'
import { frozenRow } from '~/app/islands/scoreboard/marks'
import { OwnLine, ownLineOf } from '~/app/islands/scoreboard/OwnLine'
import type { OwnPlace, Row, ScoreboardProps } from '~/app/islands/scoreboard/props'
import { hrefOf, type Query } from '~/app/islands/scoreboard/query'
import { lookOf, RowFrame, textsOf } from '~/app/islands/scoreboard/table/BodyRow'
import {
  BodyRows,
  type BodyRowsProps,
  bodyRowsProps,
  firstRow,
  heldRow,
  solvedIds,
  tensOf
} from '~/app/islands/scoreboard/table/BodyRows'
import { ChallengeHeads, challengeHeads, fixedColumns } from '~/app/islands/scoreboard/table/MatrixHead'
import { pageList } from '~/app/islands/scoreboard/table/rows'
import { Cell, cellsOf } from '~/app/islands/scoreboard/table/SolveMarks'
import { chartNow, clockOf, isFrozen } from '~/app/islands/scoreboard/times'
import { Cached } from '~/app/rendering/cached'
import type { Outline } from '~/app/rendering/outline'
import { keptPart, keyOf, shareValue } from '~/app/rendering/render-cache'
import { sharedBy } from '~/app/rendering/shared-by'

const NOBODY = 0

const ROW: Row = {
  ...{ id: NOBODY, team: NOBODY, name: '', avatar: null, country: null, division: null },
  ...{ rank: 0, divisionRank: null, score: 0, solved: 0, marks: [] }
}

const PLACE: OwnPlace = {
  ...{ team: NOBODY, name: '', avatar: null, rank: 0, teams: 0, score: 0, ahead: null, behind: null }
}

const lineFor = (lines: readonly Line[]): Line => ({
  ...{ id: NOBODY, team: NOBODY, name: '', place: 0, own: lines.some(({ own }) => own) },
  steps: [[0, topOf(lines)]]
})

/** Server markup has no handlers. */
const onOpen = () => {}

type Table = ReturnType<typeof tableOf>['table']

function tableOf({ gameId, query, board, freeze, sealed, now }: ScoreboardProps) {
  const { columns, rows, offset, found, divisions } = board
  const { ownRow: row } = board
  const ownRow = row && isFrozen(freeze, now) ? frozenRow(row, sealed, columns) : row
  const range = { from: 0, to: columns.length }
  const held = heldRow(ownRow, pageList(rows, offset, found, ''))
  return { held, table: { gameId, query, divided: divisions.length > 0, ownRow, columns, range } }
}

function sceneOf({ board: { rows, lines }, start, end, freeze, ...props }: ScoreboardProps): Scene {
  const now = chartNow(props.now, end, freeze)
  const levels = levelsOf(lines, spanOf(start, end, now), { part: false })
  return sharedBy(rows, `scene ${start} ${end} ${now} ${levels.top}`, () => {
    const span = spanOf(start, end, now)
    return { span, until: Math.min(now, span.to), levels }
  })
}

/** Readers share a leader's line, unless the own line moves its label. */
function lineParts(props: ScoreboardProps, words: Words) {
  const scene = sceneOf(props)
  const inScene = keyOf(scene)
  const { number } = formatOf(words.locale)
  return lineMarks(props.board.lines, scene).map((mark) => {
    const { line, index, y } = mark
    if (line.own) {
      const { look, path, ...texts } = drawnOf(mark, number)
      return <Cached key={line.id} of={LineDrawn} props={{ look, path }} texts={texts} />
    }
    const one = sharedBy(line, `line ${inScene} ${index} ${y}`, () => ({ marks: [mark] }))
    return <Cached key={line.id} of={Lines} props={one} />
  })
}

function keyParts({ gameId, query, board: { lines } }: ScoreboardProps) {
  return keyItems(lines, gameId, query).map((item, at) => {
    const { id, look, place, name, ...way } = item
    const line = lines[at]!
    if (line.own)
      return (
        <Cached key={id} of={KeyItem} props={{ look, pinned: way.pinned }} texts={{ ...textsOfKey(item) }} />
      )
    const one = sharedBy(line, `key ${look} ${way.href}`, () => ({ items: [item] }))
    return <Cached key={id} of={KeyItems} props={one} />
  })
}

/** The held row, of parts that other teams' rows have as well. */
function heldPart(props: ScoreboardProps, words: Words) {
  const { held, table } = tableOf(props)
  const { gameId, query, divided, columns } = table
  if (!held) return []
  const on = keyOf({ gameId, query, divided, columns })
  return keptPart(held, on, words, () => heldRowOf(held, table, words))
}

function heldRowOf(held: Row, { gameId, query, divided, columns }: Table, { locale }: Words) {
  const inDivision = query.division !== null
  const look = lookOf({ own: true, pinned: true, just: false, inDivision, rank: held.rank })
  const href = hrefOf(gameId, { ...query, team: held.team })
  const { number, country } = formatOf(locale)
  const fixed = fixedColumns(divided)
  const known = sharedBy(columns, `cells ${fixed}`, () =>
    cellsOf(columns, fixed).map((one) => one.map(shareValue))
  )
  let next = 0
  const cells = columns.map(({ id }, at) => {
    const [empty, ...solved] = known[at]!
    const mark = held.marks[next]
    if (mark?.[0] !== at) return <Cached key={id} of={Cell} props={empty!} />
    next++
    return <Cached key={id} of={Cell} props={solved[mark[1]]!} texts={{ time: clockOf(mark[2]) }} />
  })
  return (
    <Cached
      of={RowFrame}
      props={{ look, ariaIndex: firstRow(0, 0), divided, change: null, letter: flagLetter(held.name) }}
      texts={textsOf(held, { number, country, href, inDivision })}
      slots={{ cells }}
    />
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
        shareValue({ heads: [head] })
      )
    return { solved: of(columns.map(({ id }) => id)), open: of([]) }
  })
}

function headParts(props: ScoreboardProps) {
  const { columns, ownRow } = tableOf(props).table
  const solved = new Set(solvedIds(ownRow, columns))
  const heads = headsOf(props)
  return columns.map(({ id }, at) => (
    <Cached key={id} of={ChallengeHeads} props={heads[solved.has(id) ? 'solved' : 'open'][at]!} />
  ))
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
  const common = sharedBy(rows, key, () => tens(null).map(shareValue))
  const place = rows.findIndex(({ id }) => id === ownRow?.id)
  return place < 0 ? common : tens(ownRow).map((ten, at) => (ten.own === null ? common[at]! : ten))
}

/** Views that many readers share: no panel, no search, no country, no teams compared, no range. */
export const hasOutline = ({ team, search, country, teams, last }: Query): boolean =>
  team === null && country === null && search === '' && teams.length === 0 && last === null

export const outline: Outline<ScoreboardProps> = {
  common: (props) => ({
    ...props,
    own: props.own === null ? null : NOBODY,
    standing: null,
    followed: null,
    sealed: [],
    place: props.place && PLACE,
    board: {
      ...props.board,
      ownRow: tableOf(props).held && ROW,
      lines: [lineFor(props.board.lines)]
    }
  }),
  parts(props, words) {
    const { gameId, own, open, board, place, freeze, now } = props
    const { columns, divisions, lines, rows } = board
    const { ownRow } = tableOf(props).table
    /** Kept for the team's standing on one board, or for the board. */
    const kept = (on: object, make: () => ReactNode) => keptPart(ownRow ?? rows, keyOf(on), words, make)
    const { number } = formatOf(words.locale)
    return {
      place: () =>
        place && (
          <Cached of={OwnLine} {...ownLineOf({ gameId, place, frozen: isFrozen(freeze, now) }, number)} />
        ),
      lines: () => kept({ lines, scene: sceneOf(props) }, () => lineParts(props, words)),
      key: () => kept({ key: lines, gameId, query: props.query }, () => keyParts(props)),
      heads: () =>
        kept({ gameId, plays: own !== null && open, columns, divided: divisions.length > 0 }, () =>
          headParts(props)
        ),
      held: () => heldPart(props, words),
      rows: () => rowsOf(props).map((ten) => <Cached key={ten.first} of={BodyRows} props={ten} />)
    }
  }
}
