import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Bonus, Curve, ScoreEvent } from '~/server/ledger/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { fold } from './fold'
import { settle } from './settle'
import type { BoardState } from './state'
import { cards, histories } from './testing/histories'
import { oracle } from './testing/oracle'
import { scoreboardView } from './view'
import { type OtherRules, OWN_RULES, TIE_BREAKS, WhatIf } from './what-if'

vi.setConfig({ testTimeout: 60_000 })

const show = (state: BoardState) => scoreboardView(state, cards, 0)

function boardUnder(events: readonly ScoreEvent[], rules: OtherRules): BoardState {
  const other = new WhatIf(rules)
  for (const event of events) other.apply(event)
  return other.board()
}

const some = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 2 })
const MINUTES = 1_700_000_000_000
const rules: fc.Arbitrary<OtherRules> = fc.record({
  curve: fc.oneof(
    fc.constant({}),
    fc.record(
      { minRate: fc.constantFrom(0, 0.3, 1), difficulty: fc.constantFrom(0.5, 3, 30) },
      { requiredKeys: [] }
    )
  ),
  bonus: fc.oneof(
    fc.constant({ first: 0, second: 0, third: 0 }),
    fc.record({ first: fc.constantFrom(0, 5, 500), third: fc.constantFrom(0, 70) }, { requiredKeys: [] })
  ),
  withoutTeams: some(6).map((ids) => new Set(ids)),
  withoutChallenges: some(4).map((ids) => new Set(ids)),
  until: fc.option(fc.integer({ min: 0, max: 12 }).map((minute) => MINUTES + minute * MINUTE_MS)),
  tieBreak: fc.constantFrom(...TIE_BREAKS)
})

/** A ledger that gives under the usual rules what `events` give under these. */
function rewritten(events: readonly ScoreEvent[], { curve, bonus, ...rest }: OtherRules): ScoreEvent[] {
  const kept = events.filter((event) => {
    const { participationId = 0, challengeId = 0 } = event as {
      participationId?: number
      challengeId?: number
    }
    if (rest.withoutTeams.has(participationId) || rest.withoutChallenges.has(challengeId)) return false
    return !(event.kind === 'solve' && rest.until !== null && event.at >= rest.until)
  })
  const ids = new Set(kept.flatMap((event) => ('challengeId' in event ? [event.challengeId] : [])))
  const lastOf = <T>(fits: (event: ScoreEvent) => boolean, otherwise: T): T => {
    const found = kept.findLast(fits) as { payload: T } | undefined
    return found ? found.payload : otherwise
  }
  const curves = [...ids].map((challengeId) => ({
    ...{ kind: 'curve' as const, at: 0, challengeId },
    payload: {
      ...lastOf<Curve>((event) => event.kind === 'curve' && event.challengeId === challengeId, {
        score: 1000,
        minRate: 0.25,
        difficulty: 5
      }),
      // The list of a scoring function is of the game's own rules.
      ...(Object.keys(curve).length > 0 && { ...curve, values: undefined })
    }
  }))
  const own = lastOf<Bonus>((event) => event.kind === 'bonus', { first: 50, second: 30, third: 10 })
  const added = [...curves, { kind: 'bonus' as const, at: 0, payload: { ...own, ...bonus } }]
  const seq = kept.at(-1)?.seq ?? 0
  return [...kept, ...added.map((event, index) => ({ ...event, seq: seq + index + 1 }))]
}

type OracleBoard = ReturnType<typeof oracle>['teams']

/** Places by a tie-break, from the sentences of docs/rules/what-if.md. */
function placed(teams: OracleBoard, events: readonly ScoreEvent[], tieBreak: OtherRules['tieBreak']) {
  const reached = (team: OracleBoard[0]): number => {
    if (team.score === 0 && team.solves.length === 0) return Number.POSITIVE_INFINITY
    const awards = events.flatMap((event) =>
      event.kind === 'award' && event.participationId === team.id
        ? [{ at: event.at, points: event.payload.points }]
        : []
    )
    const parts = [...team.solves, ...awards]
    // At the same moment solves come before awards; one of them must reach the score.
    const times = [...new Set(parts.map(({ at }) => at))].sort((a, b) => a - b)
    for (const time of times) {
      const before = parts.filter(({ at }) => at < time).reduce((sum, { points }) => sum + points, 0)
      let sum = before
      const ordered = [
        ...team.solves.filter(({ at }) => at === time),
        ...awards.filter(({ at }) => at === time)
      ]
      for (const { points } of ordered) {
        sum += points
        if (sum >= team.score) return time
      }
    }
    return Number.POSITIVE_INFINITY
  }
  const beats = (a: OracleBoard[0], b: OracleBoard[0]): boolean => {
    if (a.score !== b.score) return a.score > b.score
    if (tieBreak === 'solved' && a.solved !== b.solved) return a.solved > b.solved
    if (tieBreak === 'reached' && reached(a) !== reached(b)) return reached(a) < reached(b)
    return a.rank < b.rank
  }
  return teams
    .map((team) => ({
      ...{ id: team.id, score: team.score, solved: team.solved },
      rank: 1 + teams.filter((other) => other !== team && beats(other, team)).length
    }))
    .sort((a, b) => a.rank - b.rank)
}

const byIds = (a: { challenge: number }, b: { challenge: number }) => a.challenge - b.challenge

describe('a board under other rules', () => {
  it('a board under its own rules is the board as it is', () => {
    fc.assert(
      fc.property(histories, (events) => {
        expect(show(boardUnder(events, OWN_RULES))).toEqual(show(fold(events)))
      }),
      { numRuns: 150 }
    )
  })

  it('a board without teams and challenges is the fold of a ledger without them', () => {
    fc.assert(
      fc.property(histories, some(6), some(4), (events, teams, challenges) => {
        const kept = events.filter((event) => {
          const { participationId = 0, challengeId = 0 } = event as never as Record<string, number>
          return !teams.includes(participationId) && !challenges.includes(challengeId)
        })
        const board = boardUnder(events, {
          ...OWN_RULES,
          withoutTeams: new Set(teams),
          withoutChallenges: new Set(challenges)
        })
        expect(show(board)).toEqual(show(fold(kept)))
      }),
      { numRuns: 150 }
    )
  })

  it('a board under other rules is what an independent reading of these rules gives', () => {
    fc.assert(
      fc.property(histories, rules, (events, chosen) => {
        const board = boardUnder(events, chosen)
        const other = rewritten(events, chosen)
        const wanted = oracle(other)
        const found = settle(board)
        expect(found.map(({ id, score, solved, rank }) => ({ id, score, solved, rank }))).toEqual(
          placed(wanted.teams, other, chosen.tieBreak)
        )
        const bloods = found.flatMap(({ id, solves }) =>
          solves
            .filter(({ kind }) => kind !== null)
            .map(({ challenge, points, kind }) => ({ id, challenge: challenge.id, points, kind }))
            .sort(byIds)
        )
        const wantedOf = new Map(wanted.teams.map((team) => [team.id, team]))
        expect(bloods).toEqual(
          found.flatMap(({ id }) =>
            wantedOf
              .get(id)!
              .solves.map(({ challenge, points, kind }) => ({ id, challenge, points, kind }))
              .sort(byIds)
          )
        )
        for (const team of found) {
          const peers = found.filter(
            ({ division, rank }) => division === team.division && rank < team.rank
          ).length
          expect(team.divisionRank).toBe(team.division === null ? null : peers + 1)
        }
      }),
      { numRuns: 300 }
    )
  })
})
