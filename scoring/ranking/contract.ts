import type { SnapshotMeta } from '../board/keys'
import type { BoardItem, RankHistory, Scoreboard } from '../rules'
import type { Standing } from './rows'

/** What holds for a version of a board as a whole. Equal boards have equal tags. */
export interface BoardFacts
  extends Pick<SnapshotMeta, 'seq' | 'etag' | 'challengeCount' | 'bloodBonus' | 'teams' | 'divisions'> {
  /** When the board was made, in Unix milliseconds. */
  updatedAt: number
  /** When anything was last scored; when the board was made, as long as nothing was. */
  changedAt: number
}

/** Which teams of a board, in its order. */
export interface PartQuery {
  /** Null for all teams. */
  division: string | null
  /** Names to search for; null for all teams. */
  matches: ((name: string) => boolean) | null
  /** Place of the first team, from 0. */
  from: number
  count: number
  /** How many of the best teams of the division to answer besides, whatever is searched. */
  leaders: number
}

/** Some lines of a board. */
export interface Part {
  facts: BoardFacts
  challenges: Scoreboard['challenges']
  /** Teams that division and search leave. */
  found: number
  /** Best first. */
  items: BoardItem[]
  leaders: BoardItem[]
}

/** A team's line, and the challenges of the same version. */
export interface BoardTeam {
  challenges: Scoreboard['challenges']
  item: BoardItem
}

/** A team's line and how it came there. */
export interface TeamCourse extends BoardTeam {
  facts: BoardFacts
  history: RankHistory
}

/** A team and those next to it. */
export interface Around {
  facts: BoardFacts
  own: Standing
  /** Best first, the own team among them. */
  teams: Standing[]
}

/**
 * Reads ranks, neighbours and pages of boards without reading whole boards. Every answer is of one version. It comes from the
 * sorted sets in Redis; while they are away or being made anew, from the newest board that this process holds or can get.
 * Calls throw AppError `board.unavailable` (503) when there is none. What is answered is shared: do not write to it. The
 * same version is answered by the same objects, so that what is made of them can be kept.
 */
export interface Ranking {
  /** A team and up to `count` teams above and below it; null when it is not on the board. */
  around(game: number, participation: number, count: number): Promise<Around | null>
  /** With `own`, a participation: the line of its team too, whatever its division; null when that is not on the board. */
  part(game: number, query: PartQuery, own?: number | null): Promise<{ part: Part; own: BoardItem | null }>
  /** By the id of a team, not of its participation; null when it is not on the board. */
  team(game: number, teamId: number): Promise<BoardTeam | null>
  /** The same with its ranks over time, which may be five seconds behind. */
  course(game: number, teamId: number): Promise<TeamCourse | null>
}
