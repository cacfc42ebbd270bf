import type { Bonus } from '~/server/ledger/contract'
import type { OwnStanding } from '../news/standing'
import type { Line } from './chart/scale'
import type { Query } from './query'

/** What the server renders the page from and the browser goes on with. Times are Unix milliseconds. */
export interface ScoreboardProps {
  gameId: number
  start: number
  end: number
  /** About when the page was made, a few seconds ahead (stepOf). */
  now: number
  query: Query
  /** The reader's participation; null for those who do not play. */
  own: number | null
  /** How the reader stands; null for visitors. */
  standing: OwnStanding | null
  /** Those who play may open the challenges now. */
  open: boolean
  /** The reader may fetch the sheet. */
  staff: boolean
  /** The reader may see the boards of past moments. */
  replay: boolean
  board: BoardPage
  /** The team that `query.team` asks for; null when it is not on the board. */
  team: TeamDetail | null
}

/** One page of the board, as text needs it. */
export interface BoardPage {
  /** When anything was last scored. */
  changedAt: number
  bonus: Bonus
  /** Divisions of the game with their teams on the board. */
  divisions: Division[]
  columns: Column[]
  rows: Row[]
  /** The reader's team, when it is among the teams of the chosen division. */
  ownRow: Row | null
  lines: Line[]
  /** Teams on the board. */
  teams: number
  /** Teams that division and search leave. */
  found: number
  /** Place of the first row among them, from 0. */
  offset: number
  page: number
  pages: number
}

export interface Division {
  name: string
  teams: number
}

/** A challenge as the head of a column. */
export interface Column {
  id: number
  title: string
  category: string
  /** Points now, before bonus. */
  value: number
  solved: number
}

/** 1 to 3 for the first solves of a challenge, 0 for the others. */
export type Place = 0 | 1 | 2 | 3

/** A solve in a row of the matrix: column, place, minute since 1970. */
export type Mark = readonly [column: number, place: Place, minute: number]

export interface Row {
  /** Participation. */
  id: number
  /** Team. */
  team: number
  name: string
  avatar: string | null
  division: string | null
  rank: number
  divisionRank: number | null
  score: number
  solved: number
  /** By column. */
  marks: readonly Mark[]
}

/** What the panel of a team shows. */
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
  /** Solves and points beside them, newest first. */
  entries: Entry[]
  /** By category; only categories in which anybody solved something (docs/rules/interface.md#scoreboard-page). */
  shares: Share[]
}

/** A solve; without a title: points that are not from a solve. */
export interface Entry {
  at: number
  points: number
  title: string | null
  category: string
  place: Place
  solver: string | null
}

export interface Share {
  category: string
  /** The team's points here, at most `of`. */
  points: number
  /** Values of all challenges here that anybody has solved. */
  of: number
}
