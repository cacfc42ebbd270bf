import type { SnapshotMeta } from '../board/redis-keys'
import type { BoardItem, RankHistory, Scoreboard } from '../rules'
import type { Standing } from './rows'

/** A version of a board as a whole. Equal boards have equal tags. Times are Unix milliseconds. */
export interface BoardFacts
  extends Pick<
    SnapshotMeta,
    'seq' | 'etag' | 'challengeCount' | 'bloodBonus' | 'teams' | 'divisions' | 'countries'
  > {
  updatedAt: number
  /** The time of the last change of scores; `updatedAt` before the first one. */
  changedAt: number
}

/** Teams in board order, from place `from` (0 is the best); null `division`, `country` or `matches` selects all. */
export interface PartQuery {
  division: string | null
  /** ISO 3166-1 alpha-2. */
  country?: string | null
  matches: ((name: string) => boolean) | null
  from: number
  count: number
  /** How many of the best teams of division and country to return besides, whatever is searched. */
  leaders: number
}

export interface Part {
  facts: BoardFacts
  challenges: Scoreboard['challenges']
  /** Teams that division, country and search match. */
  found: number
  items: BoardItem[]
  leaders: BoardItem[]
}

export interface BoardTeam {
  challenges: Scoreboard['challenges']
  item: BoardItem
}

/** A team's line, and the version of the board that it is of. */
export interface BoardLine extends BoardTeam {
  facts: BoardFacts
}

export interface TeamCourse extends BoardTeam {
  facts: BoardFacts
  history: RankHistory
}

/** A solve on the board. */
export interface LatestSolve {
  /** Team id. */
  team: number
  name: string
  challenge: number
  /** 0 to 2 for bloods, 3 for other solves. */
  place: number
  /** Unix milliseconds. */
  at: number
  submission: number
}

/** The best teams of a division. */
export interface DivisionBest {
  division: string
  teams: Standing[]
}

export interface Around {
  facts: BoardFacts
  own: Standing
  /** Best first, with the own team. */
  teams: Standing[]
}

/**
 * Reads parts of boards, each of one version; the same version gives the same objects, so do not write to
 * them. Throws AppError `board.unavailable` (503) when there is no board.
 */
export interface Ranking {
  /** Up to `count` teams above and below; null when the participation is not on the board. */
  around(game: number, participation: number, count: number): Promise<Around | null>
  /** Returns a part of the board and the line of participation `own`, of any division; null when it is not on the board. */
  part(game: number, query: PartQuery, own?: number | null): Promise<{ part: Part; own: BoardItem | null }>
  /** The first three of each division, at most 24 divisions, that of the best team first; [] while all teams are in the same one. */
  divisionBest(game: number): Promise<DivisionBest[]>
  /** Null when the team is not on the board. */
  team(game: number, teamId: number): Promise<BoardTeam | null>
  /** Reads no other team; null when the participation is not on the board. */
  line(game: number, participation: number): Promise<BoardLine | null>
  /**
   * Ranks by participation as everybody saw them at `at`, Unix milliseconds of the last two hours, or up to ten minutes
   * before; null when the ranking is the same since, or not known.
   */
  ranksAt(game: number, at: number): Promise<ReadonlyMap<number, number> | null>
  /**
   * Solves of the board that viewers were told last, newest first, at most 32; the same object for the same board. Null while
   * Redis is away. Behind a freeze there are no newer ones than the board shows.
   */
  latestSolves(game: number): Promise<readonly LatestSolve[] | null>
  /** Like `team`; ranks over time may be five seconds behind. */
  course(game: number, teamId: number): Promise<TeamCourse | null>
}
