import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import type { BoardItem } from './contract'
import { fold } from './fold'
import { RankHistories } from './rank-history'
import { compareTeams } from './settle'
import { cards, histories } from './testing/histories'
import { fromWire, toWire } from './time'
import { scoreboardView } from './view'

const RUNS = { numRuns: 200 }

function ranked(items: readonly BoardItem[], teamId: number, at: number): number {
  const teams = items.map(({ id, participationId, solvedChallenges, adjustments }) => {
    const solves = solvedChallenges.filter(({ time }) => fromWire(time) <= at)
    const awards = adjustments.filter(({ time }) => fromWire(time) <= at)
    const score =
      solves.reduce((sum, { score }) => sum + score, 0) + awards.reduce((sum, { points }) => sum + points, 0)
    const times = solves.map(({ time }) => fromWire(time))
    return { team: id, id: participationId, score, lastSolve: times.length > 0 ? Math.max(...times) : null }
  })
  return 1 + teams.sort(compareTeams).findIndex(({ team }) => team === teamId)
}

const timesOf = (item: BoardItem) =>
  [...item.solvedChallenges, ...item.adjustments].map(({ time }) => fromWire(time))

describe('ranks over time', () => {
  it('the rank at every time is what ranking all teams again gives, and the last one is that of the board', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const { items } = scoreboardView(fold(events), cards, 0)
        const made = new RankHistories(items)
        const all = [...new Set(items.flatMap(timesOf))].sort((a, b) => a - b)
        for (const item of items) {
          const { steps, best } = made.of(item.id)!
          const first = Math.min(...timesOf(item))
          const expected = all.filter((at) => at >= first).map((at) => ranked(items, item.id, at))
          const found = all
            .filter((at) => at >= first)
            .map((at) => steps.filter((step) => step.at <= at).at(-1)?.rank)
          expect(found).toEqual(expected)
          if (steps.length > 0) expect(steps.at(-1)?.rank).toBe(item.rank)
          expect(best?.rank).toBe(expected.length > 0 ? Math.min(...expected) : undefined)
        }
      }),
      RUNS
    )
  })

  it('of many steps the own ones, the best and the last are kept', () => {
    const solve = (id: number, minute: number, score: number) => ({
      ...{ id, score, type: 'Normal' as const, userName: null, submissionId: id },
      time: toWire(minute * MINUTE_MS)
    })
    const adjustments = Array.from({ length: 2000 }, (_, index) => ({
      time: toWire((10 + index) * MINUTE_MS),
      points: index % 2 === 0 ? 500 : -500,
      kind: index % 2 === 0 ? ('award' as const) : ('penalty' as const),
      reason: null
    }))
    const item = (id: number, more: Partial<BoardItem>): BoardItem => ({
      ...{
        id,
        participationId: id,
        name: '',
        bio: null,
        organization: null,
        avatar: null,
        country: null,
        score: 0,
        rank: 0
      },
      ...{
        organizationRank: null,
        lastSubmissionTime: '',
        solvedChallenges: [],
        solvedCount: 0,
        adjustments: []
      },
      ...more
    })
    const own = [solve(1, 1, 100), solve(2, 777, 1)]
    const { steps, best } = new RankHistories([
      item(1, { solvedChallenges: own }),
      item(2, { adjustments })
    ]).of(1)!
    expect(best).toEqual({ at: 60_000, rank: 1 })
    expect(steps.length).toBeLessThanOrEqual(205)
    expect(steps.map(({ at }) => at)).toEqual(
      expect.arrayContaining([60_000, 777 * MINUTE_MS, 2009 * MINUTE_MS])
    )
    expect(steps.at(-1)?.rank).toBe(1)
  })

  it('a team that is not on the board has no ranks', () => {
    expect(new RankHistories([]).of(1)).toBeNull()
  })
})
