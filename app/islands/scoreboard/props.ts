import type { ShownCategory } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { OwnStanding } from '../news/standing-change'
import type { Line } from './chart/scale'
import type { Query } from './query'

export interface ScoreboardProps {
  gameId: number
  start: number
  end: number
  /** When the board freezes or froze; null without a freeze and after the reveal. */
  freeze: number | null
  /** Challenges that the own team has solved since the freeze. */
  sealed: readonly number[]
  /** About when the page was made, some seconds ahead (stepOf). */
  now: number
  /** A country that no team has is left out. */
  query: Query
  own: number | null
  /** Null for visitors. */
  standing: OwnStanding | null
  /** Teams that the account compares; null for visitors, whose browser keeps them. */
  followed: readonly number[] | null
  open: boolean
  staff: boolean
  replay: boolean
  /** Countries of the teams when the page was made, by name in the reader's language; browsers may use other names. */
  countries: readonly (readonly [code: string, name: string])[]
  board: BoardPage
  /** Null when the reader's team is not on the board. */
  place: OwnPlace | null
  /** Panel of `query.team`; null when the team is not on the board. */
  team: TeamDetail | null
}

/** The reader's team on the whole board, as everybody sees it. */
export interface OwnPlace {
  team: number
  name: string
  avatar: string | null
  rank: number
  teams: number
  score: number
  /** The teams above and below; null where there is none. */
  ahead: Neighbour | null
  behind: Neighbour | null
}

export type Neighbour = Pick<OwnPlace, 'name' | 'score'>

export interface BoardPage {
  /** Unix milliseconds of the last score. */
  changedAt: number
  bonus: Bonus
  divisions: Division[]
  columns: Column[]
  rows: Row[]
  ownRow: Row | null
  lines: Line[]
  teams: number
  found: number
  offset: number
  page: number
  pages: number
}

export interface Division {
  name: string
  teams: number
}

export interface Column {
  id: number
  title: string
  category: ShownCategory
  value: number
  solved: number
}

export type BloodPlace = 0 | 1 | 2 | 3

/** Replaces a place: the own team solved it, and the freeze hides how early. */
export const SEALED = 4

/** A solve in the matrix: column, place, minute since 1970. */
export type Mark = readonly [column: number, place: BloodPlace | typeof SEALED, minute: number]

export interface Row {
  id: number
  team: number
  name: string
  avatar: string | null
  country: string | null
  division: string | null
  rank: number
  divisionRank: number | null
  score: number
  solved: number
  marks: readonly Mark[]
  /** The own team of a frozen board, whose place is not known. */
  uncertain?: true
}

export interface TeamDetail {
  team: number
  name: string
  bio: string | null
  avatar: string | null
  division: string | null
  rank: number
  divisionRank: number | null
  score: number
  solved: number
  entries: Entry[]
  /** Only categories with solves (docs/rules/interface.md#scoreboard-page). */
  shares: Share[]
}

/** A solve; without a title, points beside solves. */
export interface Entry {
  at: number
  points: number
  title: string | null
  category: ShownCategory
  place: BloodPlace
  solver: string | null
  /** The reason of an award, if it is public; 1: the award is the price of a hint. */
  why?: string | 1
  /** So many awards of a service, for the challenge of the title. */
  times?: number
}

export interface Share {
  category: ShownCategory
  points: number
  of: number
}
