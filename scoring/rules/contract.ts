import type { CustomCategory } from '~/server/categories/constants'
import type { Labels } from '~/server/challenges/constants'
import type { Bonus, Curve, Period } from '~/server/ledger/contract'
import type { SolveKind } from './bonus'
import type { Award } from './state'

/** The contract's `ScoreboardModel`, and what a fold in the browser needs besides. */
export interface Scoreboard {
  /** Ledger entry of the board; deltas continue from here. */
  seq: number
  updateTimeUtc: string
  /** Packed, see `unpackBonus`. */
  bloodBonus: number
  /** `all` and one for each division; at most ten teams each. */
  timeLines: Record<string, BoardTimeline[]>
  /** Best first. */
  items: BoardItem[]
  /** Challenges by category in the contract's order; titles in code unit order. */
  challenges: Record<string, BoardChallenge[]>
  challengeCount: number
}

export interface BoardTimeline {
  id: number
  name: string
  /** Running total after each solve and award. */
  items: { time: string; score: number }[]
}

export interface BoardItem {
  /** Team id. */
  id: number
  participationId: number
  name: string
  bio: string | null
  organization: string | null
  avatar: string | null
  /** ISO 3166-1 alpha-2, as the team has it now. */
  country: string | null
  score: number
  rank: number
  organizationRank: number | null
  /** `NEVER` without a solve. */
  lastSubmissionTime: string
  /** Oldest first, like `adjustments`. */
  solvedChallenges: BoardSolve[]
  solvedCount: number
  /** Points beside solves; already in `score`. */
  adjustments: Adjustment[]
}

export interface Adjustment {
  time: string
  points: number
  /** `hint`: the price of one. */
  kind: 'award' | 'penalty' | 'hint'
  /** Null for hints, and where the organiser keeps corrections to staff. */
  reason: string | null
  /** So many awards of a service as one; absent for others (docs/rules/awards.md#on-the-board). */
  times?: number
  /** The challenge that they are for; absent for none. */
  challengeId?: number
}

export type Neighbour = Pick<BoardItem, 'name' | 'score'>

/** Null where there is no team. */
export interface RankNeighbours {
  ahead: Neighbour | null
  behind: Neighbour | null
}

export interface BoardSolve {
  id: number
  score: number
  type: SolveKind
  userName: string | null
  time: string
  /** Orders solves of the same millisecond. */
  submissionId: number
}

export interface BoardChallenge {
  id: number
  title: string
  category: string
  /** The category of the game, which `category` stands for; absent without one. */
  customCategory?: CustomCategory
  /** Value before the bonus. */
  score: number
  solved: number
  bloods: BoardBlood[]
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Replaces the formula (docs/rules/scoring.md#recorded-values); absent without a scoring function. */
  values?: readonly number[]
  /** Absent without such times. */
  decayStopped?: DecayStop
  labels?: Labels
}

/** Times whose solves do not lower the value, and how many counted solves are in them. */
export interface DecayStop {
  times: readonly Period[]
  solves: number
}

interface BoardBlood {
  id: number
  name: string
  avatar: string | null
  submitTimeUtc: string
}

/** Facts about a team from the tables, not the ledger. */
export interface TeamCard {
  /** Team id. */
  id: number
  name: string
  bio: string | null
  avatar: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

export interface ChallengeCard {
  title: string
  category: string
  customCategory?: CustomCategory
  labels?: Labels
}

export interface Cards {
  /** Teams by participation id. */
  teams: Map<number, TeamCard>
  /** Challenges by challenge id. */
  challenges: Map<number, ChallengeCard>
  /** Null for a deleted account. */
  userName(solver: string | null): string | null
  /** Viewers may read the reasons of awards (docs/rules/corrections.md#who-reads-them). */
  reasons?: boolean
}

/** A ledger entry as everybody may see it. An entry becomes several or none of these, all with its `seq`. */
export type PublicEvent = { seq: number; at: number } & (
  | { kind: 'admit'; participationId: number; division: string | null; team: TeamCard }
  | { kind: 'division'; participationId: number; division: string | null }
  | { kind: 'leave'; participationId: number }
  | { kind: 'open'; challengeId: number; curve: Curve; card: ChallengeCard }
  | { kind: 'close'; challengeId: number }
  | { kind: 'curve'; challengeId: number; curve: Curve }
  | { kind: 'decay'; challengeId: number; stop: DecayStop }
  | { kind: 'bonus'; bonus: Bonus }
  | {
      kind: 'solve'
      participationId: number
      teamId: number
      challengeId: number
      submissionId: number
      userName: string | null
    }
  | {
      kind: 'void'
      participationId: number
      challengeId: number /** The solve did not lower the value. */
      free?: true
    }
  | { kind: 'award'; participationId: number; points: number /** See `Award`. */; why?: Award['why'] }
)

/** Brings a board from entry `from` to `to`; empty when nothing visible happened. */
export interface Delta {
  from: number
  to: number
  events: PublicEvent[]
}
