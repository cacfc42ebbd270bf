import type { Bonus, Curve, Period } from '~/server/ledger/contract'
import { DEFAULT_BONUS, type SolveKind } from './bonus'
import { challengeValue, DEFAULT_CURVE } from './curve'

/** A team's first right answer for a challenge. */
export interface Solve {
  readonly team: TeamState
  readonly challenge: ChallengeState
  /** Unix milliseconds. */
  readonly at: number
  readonly submissionId: number
  /** User id in the server's fold, user name in a fold of public events; null for a deleted account. */
  readonly solver: string | null
  /** Null while it does not count: team not counted, or challenge closed. */
  kind: SolveKind | null
  /** Points with bonus; 0 while it does not count. */
  points: number
}

/** So many awards of a service for this challenge; 0 for none (docs/rules/awards.md#on-the-board). */
export interface Hill {
  readonly hill: number
  readonly times: number
}

export interface Award {
  readonly at: number
  readonly points: number
  /** The reason, if whoever folds may know it; 1: it is the price of a hint. */
  readonly why?: string | 1 | Hill
}

/** `new`: the ledger names the participation but never admitted it. */
export type Standing = 'new' | 'counted' | 'suspended' | 'withdrawn'

/** A participation. Members from `score` on are right only after `settle`. */
export interface TeamState {
  readonly id: number
  standing: Standing
  division: string | null
  /** Solves by (at, submissionId), counted or not; awards by time. */
  readonly solves: Solve[]
  readonly awards: Award[]

  score: number
  solved: number
  /** Time of the last counted solve; null without one. */
  lastSolve: number | null
  /** The rank from 1; 0 while the team is not on the board. */
  rank: number
  /** Null without a division or off the board. */
  divisionRank: number | null
  /** Grows with each change of solves, their points or awards. */
  revision: number
}

/** `value`, `solved` and `free` are right only after `settle`. */
export interface ChallengeState {
  readonly id: number
  open: boolean
  curve: Curve
  stopped: readonly Period[]
  /** Solves in blood order, counted or not. */
  readonly solves: Solve[]
  /** Points before the bonus. */
  value: number
  solved: number
  /** Counted solves that do not lower the value. */
  free: number
  /** Grows with each pricing, which every change of its solves causes. */
  revision: number
}

/** A fold of a ledger. Change it with `applyEvent` only; read places after `settle`. */
export interface BoardState {
  seq: number
  bonus: Bonus
  readonly teams: Map<number, TeamState>
  readonly challenges: Map<number, ChallengeState>
  /** Counted teams, best first, as of the last `settle`. */
  ranking: TeamState[]
  readonly stale: { challenges: Set<ChallengeState>; teams: Set<TeamState>; ranking: boolean }
}

/** The board before the first entry of the ledger. */
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

/** Makes the state on first mention, like `ensureChallenge`. */
export function ensureTeam(state: BoardState, id: number): TeamState {
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

/** Makes the state on first mention: closed, with the default curve. */
export function ensureChallenge(state: BoardState, id: number): ChallengeState {
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

/** Undefined before the team solved it. Also solves that do not count. */
export const solveOf = (team: TeamState, challengeId: number): Solve | undefined =>
  team.solves.find((solve) => solve.challenge.id === challengeId)

/** True if the solve gives points now (docs/rules/scoring.md#counted-solves). */
export const isCounted = ({ team, challenge }: Solve): boolean =>
  challenge.open && team.standing === 'counted'

/** True if a solve at this time does not lower the value (docs/rules/scoring.md#stopped-decay). */
export const isDecayStopped = (stopped: readonly Period[], at: number): boolean =>
  stopped.some(([from, to]) => at >= from && at < to)

/** The first three counted solves, the first one first (docs/rules/scoring.md#blood-order). */
export function bloodsOf(challenge: ChallengeState): Solve[] {
  const bloods: Solve[] = []
  for (const solve of challenge.solves) {
    if (bloods.length === 3) break
    if (isCounted(solve)) bloods.push(solve)
  }
  return bloods
}
