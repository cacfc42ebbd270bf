import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import { fold } from './fold'
import { effectiveTimes, Replay, solveCourse } from './replay'
import { settle } from './settle'
import type { BoardState } from './state'
import { cards, histories } from './testing/histories'
import { scoreboardView } from './view'

vi.setConfig({ testTimeout: 60_000 })

const show = (state: BoardState) => scoreboardView(state, cards, 0)

describe('a replay', () => {
  it('the board of a moment, reached in any order, is the fold of what had changed it by then', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat({ max: 1000 }), { maxLength: 20 }), (events, moves) => {
        const effective = effectiveTimes(events)
        const times = [...new Set(effective)].sort((a, b) => a - b)
        const replay = new Replay(events)
        for (const move of moves) {
          const at = (times[move % Math.max(1, times.length)] ?? 0) + (move % 3) - 1
          const known = events.filter((_, index) => effective[index]! <= at)
          expect(show(replay.board(at))).toEqual(show(fold(known)))
          expect(replay.entries(at)).toEqual(known)
        }
        expect(show(replay.board(Number.POSITIVE_INFINITY))).toEqual(show(fold(events)))
      }),
      { numRuns: 200 }
    )
  })

  it('a correction changes the board when it is made, not at the times of the solves in it', () => {
    const base = { participationId: 1, challengeId: 1, userId: null }
    const events: ScoreEvent[] = [
      { seq: 1, kind: 'admit', at: 0, participationId: 1, payload: { division: null } },
      { seq: 2, kind: 'open', at: 0, challengeId: 1 },
      {
        ...{ seq: 3, kind: 'correction', at: 500 },
        payload: { number: 1, undone: false, reason: 'A flag was wrong.', entries: 1 }
      },
      { seq: 4, kind: 'solve', at: 100, submissionId: 1, ...base },
      { seq: 5, kind: 'award', at: 600, participationId: 1, payload: { points: 5, reason: '' } }
    ]
    const replay = new Replay(events)
    const scoreAt = (at: number) => replay.board(at).teams.get(1)?.score
    expect([499, 500, 599, 600].map(scoreAt)).toEqual([0, 1050, 1050, 1055])
    expect(scoreAt(100)).toBe(0)
    expect(replay.last).toBe(600)
  })

  it('the course of a game counts the solves that stand in the end, each in its part', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const state = fold(events)
        settle(state)
        const solves = [...state.teams.values()].flatMap((team) =>
          team.standing === 'counted' ? team.solves.filter(({ challenge }) => challenge.open) : []
        )
        const [start, end] = [0, Math.max(1, ...solves.map(({ at }) => at))]
        const course = solveCourse(state, start, end, 7)
        expect(course.solves.reduce((sum, count) => sum + count, 0)).toBe(solves.length)
        expect(course.bloods).toEqual(
          solves
            .filter(({ kind }) => kind === 'FirstBlood')
            .map(({ at }) => at)
            .sort((a, b) => a - b)
        )
      }),
      { numRuns: 100 }
    )
  })
})
