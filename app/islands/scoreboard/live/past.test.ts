import { describe, expect, it } from 'vitest'
import { fold } from '~/scoring/rules'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { pastAt, pastPlaces } from './past'

describe('a while ago', () => {
  it('the comparison is an hour ago, or at half of the elapsed time', () => {
    expect(pastAt(0, 10 * HOUR_MS)).toBe(9 * HOUR_MS)
    expect(pastAt(0, HOUR_MS)).toBe(30 * MINUTE_MS)
    expect(pastAt(0, 3 * MINUTE_MS)).toBe(MINUTE_MS)
  })

  it('the first minutes have no comparison', () => {
    expect(pastAt(0, MINUTE_MS)).toBeNull()
    expect(pastAt(0, -HOUR_MS)).toBeNull()
  })
})

const solve = (at: number, participationId: number, challengeId: number): NewScoreEvent => ({
  kind: 'solve',
  at,
  participationId,
  challengeId,
  submissionId: at * 10 + participationId,
  userId: null
})
const admit = (participationId: number, division: string | null): NewScoreEvent => ({
  kind: 'admit',
  at: 0,
  participationId,
  payload: { division }
})
const board = (...events: NewScoreEvent[]) => {
  const opened = [1, 2, 3].map((challengeId) => ({ kind: 'open' as const, at: 0, challengeId }))
  return fold([...opened, ...events].map((event, index) => ({ ...event, seq: index + 1 })))
}

describe('the places then', () => {
  it('earlier ranks come from earlier solves', () => {
    const state = board(
      admit(1, 'a'),
      admit(2, 'b'),
      admit(3, 'a'),
      solve(10, 3, 1),
      solve(20, 2, 1),
      solve(30, 1, 1),
      solve(40, 1, 2)
    )
    expect([...pastPlaces(state, 25).places]).toEqual([
      [3, { rank: 1, divisionRank: 1 }],
      [2, { rank: 2, divisionRank: 1 }]
    ])
    expect([...pastPlaces(state, 41).places.keys()]).toEqual([1, 3, 2])
    expect(pastPlaces(state, 10).places.size).toBe(0)
  })

  it('earlier ranks include awards of the time, and no suspended team', () => {
    const state = board(
      admit(1, null),
      admit(2, null),
      admit(3, null),
      solve(10, 1, 1),
      solve(20, 2, 1),
      solve(25, 3, 1),
      { kind: 'award', at: 30, participationId: 2, payload: { points: 500, reason: 'write-up' } },
      { kind: 'suspend', at: 50, participationId: 3 }
    )
    expect([...pastPlaces(state, 30).places.keys()]).toEqual([1, 2])
    expect([...pastPlaces(state, 31).places.keys()]).toEqual([2, 1])
  })
})
