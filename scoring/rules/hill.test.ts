import { describe, expect, it } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import { applyDelta, boardFromSnapshot } from './client'
import { applyEvent, fold } from './fold'
import { collapsedAwards, countAwards } from './hill'
import { publicEvents } from './public'
import { cards } from './testing/histories'
import { scoreboardView } from './view'

const MINUTE = 60_000
const admitted: ScoreEvent = { seq: 1, at: 1, kind: 'admit', participationId: 1, payload: { division: null } }

/** A payment each minute for a day, of two hills in turn. */
const day = Array.from({ length: 1440 }, (_, minute): ScoreEvent => {
  const payload = { points: 5, reason: 'held', hill: { challenge: minute % 2 === 0 ? 3 : null } }
  return { seq: minute + 2, at: minute * MINUTE, kind: 'award', participationId: 1, payload }
})

describe('awards of a service', () => {
  it('of ten minutes are one on the board, so that a day of payments stays short', () => {
    const state = fold([admitted, ...day])
    const [line] = scoreboardView(state, { ...cards, reasons: false }, 0).items
    expect(line!.score).toBe(7200)
    expect(line!.adjustments).toHaveLength(288)
    expect(line!.adjustments.slice(0, 2)).toEqual([
      {
        time: '1970-01-01T00:00:00+00:00',
        points: 25,
        kind: 'award',
        reason: null,
        times: 5,
        challengeId: 3
      },
      { time: '1970-01-01T00:01:00+00:00', points: 25, kind: 'award', reason: null, times: 5 }
    ])
    const { awards } = state.teams.get(1)!
    expect(countAwards(awards)).toBe(1440)
    expect(collapsedAwards(awards).map(({ at, points, why }) => [at / MINUTE, points, why])).toEqual([
      [1430, 3600, { hill: 3, times: 720 }],
      [1431, 3600, { hill: 0, times: 720 }]
    ])
  })

  it('are the same in a browser that follows each, and in one that comes late', () => {
    const state = fold([admitted])
    const browser = boardFromSnapshot(scoreboardView(state, cards, 0))
    const events = day.slice(0, 100).flatMap((event) => {
      const shown = publicEvents(state, event, cards) ?? []
      applyEvent(state, event)
      return shown
    })
    expect(JSON.stringify(events)).not.toContain('held')
    expect(applyDelta(browser, { from: 1, to: 101, events })).toBe(true)
    const late = boardFromSnapshot(scoreboardView(state, cards, 0))
    expect(late.state.teams.get(1)!.awards).toEqual(browser.state.teams.get(1)!.awards)
    expect(browser.state.teams.get(1)!.awards).toEqual(state.teams.get(1)!.awards)
  })

  it('join no award of another kind, and each other whatever came between', () => {
    const other = { points: 9, reason: 'A fine write-up' }
    const between: ScoreEvent = { seq: 3, at: MINUTE, kind: 'award', participationId: 1, payload: other }
    const state = fold([admitted, day[0]!, between, day[2]!])
    expect(state.teams.get(1)!.awards).toEqual([
      { at: 0, points: 10, why: { hill: 3, times: 2 } },
      { at: MINUTE, points: 9, why: 'A fine write-up' }
    ])
  })
})
