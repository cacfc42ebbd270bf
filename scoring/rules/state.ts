import type { Bonus, Curve, Period } from '~/server/ledger/contract'
import { DEFAULT_BONUS, type SolveKind } from './bonus'
import { challengeValue, DEFAULT_CURVE } from './curve'

/** A team's first right answer for a challenge. */
export interface Solve {
  readonly team: TeamState
  readonly challenge: ChallengeState
  /** Milliseconds. */
  readonly at: number
  readonly submissionId: number
  /** Who sent it: a user id in the server's fold, a user name in a fold of the public board. */
  readonly solver: string | null
  /** Null while it does not count: team not counted, or challenge closed. */
  kind: SolveKind | null
  /** Points with bonus; 0 while it does not count. */
  points: number
}

export interface Award {
  readonly at: number
  readonly points: number
}

/** `new`: the ledger spoke of the participation but never admitted it. */
export type Standing = 'new' | 'counted' | 'suspended' | 'withdrawn'

/** A participation. The lines below the first group are right only after `settle`. */
export interface TeamState {
  readonly id: number
  standing: Standing
  division: string | null
  /** By (at, submissionId), whether they count or not. */
  readonly solves: Solve[]
  /** By time. */
  readonly awards: Award[]

  score: number
  solved: number
  /** Time of the last counted solve; null without one. */
  lastSolve: number | null
  /** 1-based; 0 while the team is not on the board. */
  rank: number
  /** Null without a division or off the board. */
  divisionRank: number | null
  /** Grows whenever solves, their points or the awards change. */
  revision: number
}

/** A challenge. `value` and `solved` are right only after `settle`. */
export interface ChallengeState {
  readonly id: number
  open: boolean
  curve: Curve
  /** Times whose solves do not lower the value. */
  stopped: readonly Period[]
  /** By (at, submissionId), whether they count or not: the order of bloods. */
  readonly solves: Solve[]
  /** Points before bonus. */
  value: number
  /** Counted solves. */
  solved: number
  /** Those of them that do not lower the value. */
  free: number
  /** Grows whenever it is priced anew, which whatever changes its solves leads to. */
  revision: number
}

/** A game's board as a fold of its ledger. Change it with `applyEvent` only; read places after `settle`. */
export interface BoardState {
  /** Last ledger entry folded in. */
  seq: number
  bonus: Bonus
  readonly teams: Map<number, TeamState>
  readonly challenges: Map<number, ChallengeState>
  /** Counted teams, best first; as of the last `settle`. */
  ranking: TeamState[]
  /** Work that `settle` has to do. */
  readonly stale: { challenges: Set<ChallengeState>; teams: Set<TeamState>; ranking: boolean }
}

/** The board of a game without history. */
export function emptyBoard(): BoardState {
  return {
    seq: 0,
    bonus: DEFAULT_BONUS,
    teams: new Map(),
    challenges: new Map(),
    ranking: [],
    stale: { challenges: new Set(), teams: new Set(), ranking: false }
  }
}

/** The participation's state, made on first mention. */
export function teamOf(state: BoardState, id: number): TeamState {
  const known = state.teams.get(id)
  if (known) return known
  const team: TeamState = {
    id,
    standing: 'new',
    division: null,
    solves: [],
    awards: [],
    score: 0,
    solved: 0,
    lastSolve: null,
    rank: 0,
    divisionRank: null,
    revision: 0
  }
  state.teams.set(id, team)
  return team
}

/** The challenge's state, made on first mention. */
export function challengeOf(state: BoardState, id: number): ChallengeState {
  const known = state.challenges.get(id)
  if (known) return known
  const challenge: ChallengeState = {
    id,
    open: false,
    curve: DEFAULT_CURVE,
    stopped: [],
    solves: [],
    value: challengeValue(DEFAULT_CURVE, 0),
    solved: 0,
    free: 0,
    revision: 0
  }
  state.challenges.set(id, challenge)
  return challenge
}

/** The team's solve of a challenge, counted or not. */
export const solveOf = (team: TeamState, challengeId: number): Solve | undefined =>
  team.solves.find((solve) => solve.challenge.id === challengeId)

/** Whether a solve is on the board. */
export const counts = ({ team, challenge }: Solve): boolean => challenge.open && team.standing === 'counted'

/** Whether a solve of this moment (milliseconds) does not lower the value (docs/rules/scoring.md#stopped-decay). */
export const isFree = (stopped: readonly Period[], at: number): boolean =>
  stopped.some(([from, to]) => at >= from && at < to)

/** The first three counted solves of a challenge, in order. */
export function bloodsOf(challenge: ChallengeState): Solve[] {
  const bloods: Solve[] = []
  for (const solve of challenge.solves) {
    if (bloods.length === 3) break
    if (counts(solve)) bloods.push(solve)
  }
  return bloods
}
