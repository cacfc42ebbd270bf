import type { Bonus, Curve, ScoreEvent } from '~/server/ledger/contract'
import { applyEvent } from './fold'
import { placeTeams, settle } from './settle'
import { type BoardState, emptyBoard, type TeamState } from './state'
import { scoreHistory } from './timeline'

/** Between equal scores (docs/rules/what-if.md#ties): earlier last solve; score reached first; more solves. */
export const TIE_BREAKS = ['lastSolve', 'reached', 'solved'] as const
type TieBreak = (typeof TIE_BREAKS)[number]

/** Replaces a game's own rules (docs/rules/what-if.md#choices). */
export interface OtherRules {
  curve: Partial<Curve>
  /** Per mille; replaces members of the game's. */
  bonus: Partial<Bonus>
  /** Ids of participations. */
  withoutTeams: ReadonlySet<number>
  withoutChallenges: ReadonlySet<number>
  /** Unix milliseconds from which solves do not count; null when all count. */
  until: number | null
  tieBreak: TieBreak
}

export const OWN_RULES: OtherRules = {
  curve: {},
  bonus: {},
  withoutTeams: new Set(),
  withoutChallenges: new Set(),
  until: null,
  tieBreak: 'lastSolve'
}

export const STATIC_CURVE: Partial<Curve> = { minRate: 1 }

/** False for events of teams and challenges that are left out, and for solves from `until` on, in Unix milliseconds. */
export function keepsEvent(
  event: ScoreEvent,
  { withoutTeams, withoutChallenges, until }: OtherRules
): boolean {
  if ('participationId' in event && withoutTeams.has(event.participationId)) return false
  if ('challengeId' in event && withoutChallenges.has(event.challengeId)) return false
  return until === null || event.kind !== 'solve' || event.at < until
}

/** A fold under other rules. Apply entries in the ledger's order, then read `board` once. */
export class WhatIf {
  readonly #state = emptyBoard()

  constructor(readonly rules: OtherRules) {}

  apply(event: ScoreEvent): void {
    if (keepsEvent(event, this.rules)) applyEvent(this.#state, event)
  }

  board(): BoardState {
    const state = this.#state
    const { curve, bonus, tieBreak } = this.rules
    state.bonus = { ...state.bonus, ...bonus }
    for (const challenge of state.challenges.values()) {
      // Recorded values are of the game's own rules.
      const { values, ...own } = challenge.curve
      const isOwn = Object.keys(curve).length === 0
      challenge.curve = { ...own, ...(isOwn && values && { values }), ...curve }
      state.stale.challenges.add(challenge)
    }
    const ranking = settle(state)
    if (tieBreak !== 'lastSolve') placeTeams(state, breakTies(ranking, tieBreak))
    return state
  }
}

/** Teams that the tie-break leaves equal keep their order. */
function breakTies(ranking: readonly TeamState[], tieBreak: 'reached' | 'solved'): TeamState[] {
  const key = new Map(
    ranking.map((team) => [team, tieBreak === 'reached' ? reachedAt(team) : -team.solved] as const)
  )
  const compared = (a: TeamState, b: TeamState): number => {
    const [one, other] = [key.get(a)!, key.get(b)!]
    return one === other ? 0 : one < other ? -1 : 1
  }
  return ranking.toSorted((a, b) => b.score - a.score || compared(a, b))
}

/** When the total first reached the score, by the present value of points; infinity without points. */
function reachedAt(team: TeamState): number {
  if (team.score === 0 && team.solved === 0) return Number.POSITIVE_INFINITY
  return scoreHistory(team).find(({ score }) => score >= team.score)?.at ?? Number.POSITIVE_INFINITY
}
