import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { scoreSteps } from './board-steps'
import { gainedSince, scorePath } from './course'

const at = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString()
const solve = (minutes: number, score: number) => ({
  ...{ id: 1, score, type: 'Normal' as const, userName: null, submissionId: 1 },
  time: at(minutes)
})

describe('how a team came to its score', () => {
  it('solves and awards are in the order of time', () => {
    const steps = scoreSteps({
      solvedChallenges: [solve(10, 100), solve(30, 50)],
      adjustments: [{ time: at(20), points: -40, kind: 'penalty', reason: null }]
    })
    expect(steps).toEqual([
      [600_000, 100],
      [1_200_000, -40],
      [1_800_000, 50]
    ])
    expect(gainedSince(steps, 600_000)).toBe(10)
  })

  it('the line is level between two steps, and stays inside the drawing', () => {
    const scale = { start: 0, now: 100, best: 200 }
    expect(scorePath([], scale)).toBe('M0 20H96')
    expect(scorePath([[50, 100]], scale)).toBe('M0 20H48V10H96')
    // Before the start, after the end, above the best, below zero: moved games and penalties.
    expect(
      scorePath(
        [
          [-10, 300],
          [200, -500]
        ],
        scale
      )
    ).toBe('M0 20H0V0H96V20H96')
    expect(scorePath([[0, 10]], { start: 5, now: 5, best: 10 })).toBe('M0 20H0V0H96')
  })
})
