import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import { applyDelta, applyWaiting, boardFromSnapshot } from './client'
import type { Delta, Scoreboard } from './contract'
import { applyEvent, fold } from './fold'
import { publicEvents } from './public'
import { settle } from './settle'
import { type BoardState, bloodsOf, emptyBoard, isCounted } from './state'
import { cards, histories } from './testing/histories'
import { oracle } from './testing/oracle'
import { scoreboardView } from './view'

const RUNS = { numRuns: 300 }

const show = (state: BoardState): Scoreboard => scoreboardView(state, cards, 0)
const rebuilt = (events: ScoreEvent[]): Scoreboard => JSON.parse(JSON.stringify(show(fold(events))))

vi.setConfig({ testTimeout: 60_000 })

describe('the board', () => {
  it('the board is the same folded step by step, settled every time, as folded at once', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const state = emptyBoard()
        events.forEach((event, index) => {
          applyEvent(state, event)
          expect(show(state)).toEqual(show(fold(events.slice(0, index + 1))))
        })
      }),
      { numRuns: 100 }
    )
  })

  it('the board is what the rules say at every prefix', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (events, cut) => {
        const prefix = events.slice(0, cut % (events.length + 1))
        const state = fold(prefix)
        const ranking = settle(state)
        const expected = oracle(prefix)
        expect(
          ranking.map((team) => ({
            id: team.id,
            score: team.score,
            solved: team.solved,
            last: team.lastSolve,
            rank: team.rank,
            divisionRank: team.divisionRank,
            solves: team.solves
              .filter(isCounted)
              .map(({ challenge, points, kind, at }) => ({ challenge: challenge.id, points, kind, at }))
              .sort((a, b) => a.challenge - b.challenge)
          }))
        ).toEqual(
          expected.teams.map((team) => ({
            ...team,
            solves: [...team.solves].sort((a, b) => a.challenge - b.challenge)
          }))
        )
        const divisions = ranking.flatMap(({ division }) => division ?? [])
        expect(new Set(Object.keys(show(state).timeLines))).toEqual(new Set(['all', ...divisions]))
        for (const [id, value] of expected.values) {
          const challenge = state.challenges.get(id)
          expect(challenge?.value).toBe(value)
          expect(challenge?.solved).toBe(expected.solved.get(id))
          expect(challenge && bloodsOf(challenge).map(({ team }) => team.id)).toEqual(expected.bloods.get(id))
        }
      }),
      RUNS
    )
  })
})

describe('a browser', () => {
  it('a browser has the same board after folding deltas onto any earlier snapshot', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.array(fc.integer({ min: 1, max: 9 })), (events, cut, sizes) => {
        const start = cut % (events.length + 1)
        const state = fold(events.slice(0, start))
        let browser = boardFromSnapshot(JSON.parse(JSON.stringify(show(state))))
        for (let at = start, step = 0; at < events.length; step++) {
          const batch = events.slice(at, at + (sizes[step] ?? 1))
          at += batch.length
          const delta = deltaOf(state, batch)
          if (delta === null) browser = boardFromSnapshot(JSON.parse(JSON.stringify(show(state))))
          else expect(applyDelta(browser, JSON.parse(JSON.stringify(delta)))).toBe(true)
          expect(scoreboardView(browser.state, { ...browser.cards, reasons: true }, 0)).toEqual(
            rebuilt(events.slice(0, at))
          )
        }
      }),
      RUNS
    )
  })

  it('a browser takes a delta that overlaps, and refuses one that leaves a gap', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (events, one, two) => {
        const [from, seen] = [one % (events.length + 1), two % (events.length + 1)].sort((a, b) => a - b) as [
          number,
          number
        ]
        const browser = boardFromSnapshot(JSON.parse(JSON.stringify(show(fold(events.slice(0, seen))))))
        const delta = deltaOf(fold(events.slice(0, from)), events.slice(from))
        if (delta === null) return
        expect(applyDelta(browser, JSON.parse(JSON.stringify(delta)))).toBe(true)
        expect(scoreboardView(browser.state, { ...browser.cards, reasons: true }, 0)).toEqual(rebuilt(events))
        if (seen > 0) {
          const earlier = boardFromSnapshot(JSON.parse(JSON.stringify(show(fold(events.slice(0, seen - 1))))))
          expect(applyDelta(earlier, { from: seen, to: seen + 1, events: [] })).toBe(false)
        }
      }),
      RUNS
    )
  })
})

describe('a browser that missed something', () => {
  it('a browser catches up with one snapshot that is older than the deltas it kept, in whatever order they came', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (events, cuts) => {
        const [seen, lost, held] = cuts.map((cut) => cut % (events.length + 1)).sort((a, b) => a - b) as [
          number,
          number,
          number
        ]
        const snapshot = (to: number) =>
          boardFromSnapshot(JSON.parse(JSON.stringify(show(fold(events.slice(0, to))))))
        const state = fold(events.slice(0, lost))
        const waiting: Delta[] = []
        for (const event of events.slice(lost)) {
          const delta = deltaOf(state, [event])
          if (delta === null) return
          waiting.unshift(delta)
        }
        const missing = seen < lost && waiting.length > 0
        const browser = snapshot(seen)
        expect(applyWaiting(browser, waiting)).toBe(!missing)
        const fresh = missing ? snapshot(held) : browser
        expect(applyWaiting(fresh, waiting)).toBe(true)
        if (events.length > lost)
          expect(scoreboardView(fresh.state, { ...fresh.cards, reasons: true }, 0)).toEqual(rebuilt(events))
      }),
      RUNS
    )
  })

  it('a browser keeps a bounded number of deltas', () => {
    const browser = boardFromSnapshot(JSON.parse(JSON.stringify(show(emptyBoard()))))
    const waiting = Array.from({ length: 2000 }, (_, i) => ({ from: i + 5, to: i + 6, events: [] }))
    expect(applyWaiting(browser, waiting)).toBe(false)
    expect([waiting.length, waiting.at(-1)?.to]).toEqual([500, 2005])
  })
})

function deltaOf(state: BoardState, events: ScoreEvent[]): Delta | null {
  const delta: Delta = { from: state.seq, to: state.seq + events.length, events: [] }
  let whole = true
  for (const event of events) {
    const shown = publicEvents(state, event, cards)
    if (shown) delta.events.push(...shown)
    else whole = false
    applyEvent(state, event)
  }
  return whole ? delta : null
}
