import { describe, expect, it } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import { applyDelta, boardFromSnapshot } from './client'
import { applyEvent, fold } from './fold'
import { publicEvents } from './public'
import { cards } from './testing/histories'
import { awardRow, scoreboardView } from './view'

const award = (seq: number, points: number, reason: string, hint?: { challenge: number; id: number }) =>
  ({ seq, at: seq, kind: 'award', participationId: 1, payload: { points, reason, hint } }) as ScoreEvent

const admitted: ScoreEvent = { seq: 1, at: 1, kind: 'admit', participationId: 1, payload: { division: null } }
const awards = [
  award(2, 5, 'A fine write-up'),
  award(3, -7, 'Shared a flag'),
  award(4, -2, '', { challenge: 3, id: 9 })
]
const kept = { ...cards, reasons: false }

const told = (known = cards) =>
  scoreboardView(fold([admitted, ...awards]), known, 0).items[0]!.adjustments.map(({ kind, reason }) => [
    kind,
    reason
  ])

describe('awards on the board', () => {
  it('awards, penalties and prices of hints are told apart, with the reasons of the first two', () => {
    expect(told()).toEqual([
      ['award', 'A fine write-up'],
      ['penalty', 'Shared a flag'],
      ['hint', null]
    ])
  })

  it('where corrections are not public no form of the board has a reason', () => {
    expect(told(kept)).toEqual([
      ['award', null],
      ['penalty', null],
      ['hint', null]
    ])
    const state = fold([admitted])
    const forms = awards.map((event) => {
      const shown = publicEvents(state, event, kept)
      applyEvent(state, event)
      return JSON.stringify(shown)
    })
    const rows = state.teams.get(1)!.awards.map((one) => JSON.stringify(awardRow(one, kept)))
    for (const form of [...forms, ...rows]) expect(form).not.toMatch(/write-up|Shared/)
  })

  it('which hint was bought is told in no form of the board', () => {
    const state = fold([admitted])
    const shown = publicEvents(state, awards[2]!, cards)
    expect(shown).toEqual([{ seq: 4, at: 4, kind: 'award', participationId: 1, points: -2, why: 1 }])
  })

  it('a browser has the reasons from a snapshot as from a change', () => {
    const state = fold([admitted])
    const browser = boardFromSnapshot(scoreboardView(state, cards, 0))
    const events = awards.flatMap((event) => {
      const shown = publicEvents(state, event, cards) ?? []
      applyEvent(state, event)
      return shown
    })
    expect(applyDelta(browser, { from: 1, to: 4, events })).toBe(true)
    const late = boardFromSnapshot(scoreboardView(state, cards, 0))
    expect(late.state.teams.get(1)!.awards).toEqual(browser.state.teams.get(1)!.awards)
    expect(late.state.teams.get(1)!.awards.map(({ why }) => why)).toEqual([
      'A fine write-up',
      'Shared a flag',
      1
    ])
  })
})
