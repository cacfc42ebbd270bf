import type { Bonus, Curve, ScoreEvent } from '~/server/ledger/contract'
import { applyEvent } from './fold'
import { placeTeams, settle } from './settle'
import { type BoardState, emptyBoard, type TeamState } from './state'
import { history } from './timeline'

/**
 * Who comes first of two teams with the same score (docs/rules/what-if.md#ties): the earlier last solve, as the rules have it; who
 * reached the score first; or who solved more challenges.
 */
export const TIE_BREAKS = ['lastSolve', 'reached', 'solved'] as const
export type TieBreak = (typeof TIE_BREAKS)[number]

/** Rules in the place of a game's own (docs/rules/what-if.md#choices). */
export interface OtherRules {
  /** Members in the place of those of every challenge's curve. */
  curve: Partial<Curve>
  /** Per mille, in the place of the game's. */
  bonus: Partial<Bonus>
  /** Participations that never were. */
  withoutTeams: ReadonlySet<number>
  /** Challenges that never were. */
  withoutChallenges: ReadonlySet<number>
  /** Solves from this moment (milliseconds) on do not count; null lets all count. */
  until: number | null
  tieBreak: TieBreak
}

/** The rules of the game itself. */
export const OWN_RULES: OtherRules = {
  curve: {},
  bonus: {},
  withoutTeams: new Set(),
  withoutChallenges: new Set(),
  until: null,
  tieBreak: 'lastSolve'
}

/** A curve that never falls: every challenge keeps its original points. */
export const STATIC_CURVE: Partial<Curve> = { minRate: 1 }

/** Whether an entry stays in the ledger under these rules. */
export function stays(event: ScoreEvent, { withoutTeams, withoutChallenges, until }: OtherRules): boolean {
  if ('participationId' in event && withoutTeams.has(event.participationId)) return false
  if ('challengeId' in event && withoutChallenges.has(event.challengeId)) return false
  return until === null || event.kind !== 'solve' || event.at < until
}

/** A fold of a ledger under other rules. Entries are given in the ledger's order; `board` is read once, at the end. */
export class WhatIf {
  readonly #state = emptyBoard()

  constructor(readonly rules: OtherRules) {}

  /** Takes the next entry. */
  apply(event: ScoreEvent): void {
    if (stays(event, this.rules)) applyEvent(this.#state, event)
  }

  /** The board, settled, with its places by the chosen tie-break. */
  board(): BoardState {
    const state = this.#state
    const { curve, bonus, tieBreak } = this.rules
    state.bonus = { ...state.bonus, ...bonus }
    for (const challenge of state.challenges.values()) {
      challenge.curve = { ...challenge.curve, ...curve }
      state.stale.challenges.add(challenge)
    }
    const ranking = settle(state)
    if (tieBreak !== 'lastSolve') placeTeams(state, breakTies(ranking, tieBreak))
    return state
  }
}

/** Counted teams in the order of another tie-break; where it does not decide, in the order that they had. */
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

/**
 * When a team's points, at what they are worth now, first came to its score or more, awards included; never (infinity) without
 * points.
 */
function reachedAt(team: TeamState): number {
  if (team.score === 0 && team.solved === 0) return Number.POSITIVE_INFINITY
  return history(team).find(({ score }) => score >= team.score)?.at ?? Number.POSITIVE_INFINITY
}
