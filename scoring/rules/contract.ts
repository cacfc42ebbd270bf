import type { Labels } from '~/server/challenges/constants'
import type { Bonus, Curve, Period } from '~/server/ledger/contract'
import type { SolveKind } from './bonus'

/** The scoreboard on the wire: the contract's `ScoreboardModel` and what a fold in the browser needs besides. */
export interface Scoreboard {
  /** Ledger entry the board includes; socket deltas continue from here. */
  seq: number
  updateTimeUtc: string
  /** Packed, see `unpackBonus`. */
  bloodBonus: number
  /** `all` and one entry per division; at most ten teams each. */
  timeLines: Record<string, BoardTimeline[]>
  /** Best first. */
  items: BoardItem[]
  /** By category; categories in the contract's order, titles in code unit order. */
  challenges: Record<string, BoardChallenge[]>
  challengeCount: number
}

export interface BoardTimeline {
  /** Team id. */
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
  /** Division. */
  organization: string | null
  /** Path such as `/assets/{hash}/avatar`. */
  avatar: string | null
  score: number
  rank: number
  organizationRank: number | null
  /** `NEVER` without a solve. */
  lastSubmissionTime: string
  /** Oldest first. */
  solvedChallenges: BoardSolve[]
  solvedCount: number
  /** Points beside solves, oldest first; already in `score`. */
  adjustments: { time: string; points: number }[]
}

/** A team next to another one in the ranking. */
export type Neighbour = Pick<BoardItem, 'name' | 'score'>

/** The teams just above and below a team; null where there is none. */
export interface Beside {
  ahead: Neighbour | null
  behind: Neighbour | null
}

export interface BoardSolve {
  /** Challenge id. */
  id: number
  score: number
  type: SolveKind
  userName: string | null
  time: string
  /** Settles the order of solves in the same millisecond. */
  submissionId: number
}

export interface BoardChallenge {
  id: number
  title: string
  category: string
  /** Value now, before bonus. */
  score: number
  solved: number
  bloods: BoardBlood[]
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Only where there are such times. */
  decayStopped?: DecayStop
  labels?: Labels
}

/** Times whose solves do not lower a challenge's value, and how many counted ones there are. */
export interface DecayStop {
  times: readonly Period[]
  solves: number
}

export interface BoardBlood {
  /** Team id. */
  id: number
  name: string
  avatar: string | null
  submitTimeUtc: string
}

/** What is shown of a team, from the tables, not the ledger. */
export interface TeamCard {
  /** Team id. */
  id: number
  name: string
  bio: string | null
  avatar: string | null
}

export interface ChallengeCard {
  title: string
  category: string
  /** Absent without any. */
  labels?: Labels
}

/** Names for what a board state holds as ids. */
export interface Cards {
  /** By participation id. */
  teams: Map<number, TeamCard>
  /** By challenge id. */
  challenges: Map<number, ChallengeCard>
  /** Name behind a `Solve.solver`; null for a deleted account. */
  userName(solver: string | null): string | null
}

/**
 * A ledger entry as everybody may see it. One entry can become several (a restored team comes with its
 * solves) or none (a solve of a suspended team); all of them carry the entry's `seq`.
 */
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
      challengeId: number /** It did not lower the value. */
      free?: true
    }
  | { kind: 'award'; participationId: number; points: number }
)

/** Brings a board from `from` to `to`. Empty `events`: nothing visible happened. */
export interface Delta {
  from: number
  to: number
  events: PublicEvent[]
}
