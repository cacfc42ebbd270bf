import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { applyEvent, type Beside, type BoardItem, emptyBoard, type Scoreboard, scoreboard } from '../rules'
import { cards, histories } from '../rules/testing/histories'
import { packPlace, scoreOf, unitOf } from './pack'
import { Serialiser } from './serialise'
import { packIndex, snapshotOf } from './snapshot'

const NONE = Buffer.alloc(0)

function besideIn({ items }: Scoreboard, team: number): Beside {
  const place = items.findIndex(({ id }) => id === team)
  const [ahead, behind] = [items[place - 1], place < 0 ? undefined : items[place + 1]].map(
    (item) => item && { name: item.name, score: item.score }
  )
  return { ahead: ahead ?? null, behind: behind ?? null }
}

vi.setConfig({ testTimeout: 60_000 })

describe('a serialised board', () => {
  it('is the JSON of the board, byte for byte, after any changes', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 8 }), (events, every) => {
        const state = emptyBoard()
        const serialiser = new Serialiser()
        events.forEach((event, index) => {
          applyEvent(state, event)
          if (index % every > 0) return
          const { json } = serialiser.write(state, cards, 1)
          expect(json.toString()).toBe(JSON.stringify(scoreboard(state, cards, 1)))
        })
      }),
      { numRuns: 150 }
    )
  })

  it('can be cut into its parts', () => {
    fc.assert(
      fc.property(histories, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (events, from, count) => {
        const state = emptyBoard()
        for (const event of events) applyEvent(state, event)
        const { json, teams, items, challenges, challengeCount } = new Serialiser().write(state, cards, 1)
        const made = { seq: state.seq, etag: '', updatedAt: 1, packed: false }
        const columns = { identity: NONE, gzip: NONE, br: NONE }
        const meta = { ...made, challengeCount, items, challenges }
        const snapshot = snapshotOf(1, { meta, json, gzip: NONE, br: NONE, index: packIndex(teams), columns })
        const board = scoreboard(state, cards, 1)
        expect(snapshot.view()).toEqual(board)
        expect({ ...snapshot.head(), items: board.items }).toEqual(board)
        expect(snapshot.items(from, count)).toEqual(board.items.slice(from, from + count))
        expect(JSON.parse(snapshot.challenges.toString())).toEqual(board.challenges)
        const cut = (id: number): BoardItem | null => JSON.parse(snapshot.teamItem(id)?.toString() ?? 'null')
        for (const { id } of cards.teams.values())
          expect(cut(id)).toEqual(board.items.find((item) => item.id === id) ?? null)
        for (const { id } of cards.teams.values()) expect(snapshot.beside(id)).toEqual(besideIn(board, id))
      })
    )
  })

  it('differs in nothing but the time when it is made again', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const state = emptyBoard()
        for (const event of events) applyEvent(state, event)
        const [one, other] = [1, 2e12].map((at) => new Serialiser().write(state, cards, at))
        expect(one?.json.subarray(one.contentAt)).toEqual(other?.json.subarray(other.contentAt))
      })
    )
  })
})

describe('a packed place', () => {
  const start = 1_700_000_000_000
  const team = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    score: fc.oneof(fc.integer({ min: -8_000_000, max: 8_000_000 }), fc.integer({ min: -2, max: 2 })),
    lastSolve: fc.option(
      fc
        .oneof(fc.integer({ min: 0, max: 12 * 86_400_000 }), fc.integer({ min: 0, max: 3 }))
        .map((at) => start + at)
    )
  })

  it('orders teams like the board, to the millisecond, in a game of twelve days', () => {
    const clock = { start, end: start + 12 * 86_400_000 }
    expect(unitOf(clock)).toBe(1)
    fc.assert(
      fc.property(team, team, (a, b) => {
        const byBoard = b.score - a.score || (a.lastSolve ?? Infinity) - (b.lastSolve ?? Infinity) || 0
        const byPlace = packPlace(a, clock) - packPlace(b, clock)
        expect(Math.sign(byPlace)).toBe(Math.sign(byBoard) + 0)
        expect(scoreOf(packPlace(a, clock))).toBe(a.score)
      })
    )
  })

  it('uses a coarser unit in longer games, and holds what lies outside', () => {
    const clock = { start, end: start + 100 * 86_400_000 }
    expect(unitOf(clock)).toBe(9)
    const at = (lastSolve: number | null) => packPlace({ score: 7, lastSolve }, clock)
    expect(at(start)).toBeLessThan(at(start + 9))
    expect(at(start - 5000)).toBe(at(start))
    expect(at(clock.end + 1e12)).toBeLessThan(at(null))
    expect([start, clock.end + 1e12, null].map((time) => scoreOf(at(time)))).toEqual([7, 7, 7])
  })
})
