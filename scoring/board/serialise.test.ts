import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  applyEvent,
  type BoardItem,
  emptyBoard,
  type RankNeighbours,
  type Scoreboard,
  scoreboardView
} from '../rules'
import { cards, histories } from '../rules/testing/histories'
import { Serialiser } from './serialise'
import { snapshotFrom } from './testing/snapshot'

function besideIn({ items }: Scoreboard, team: number): RankNeighbours {
  const place = items.findIndex(({ id }) => id === team)
  const [ahead, behind] = [items[place - 1], place < 0 ? undefined : items[place + 1]].map(
    (item) => item && { name: item.name, score: item.score }
  )
  return { ahead: ahead ?? null, behind: behind ?? null }
}

vi.setConfig({ testTimeout: 60_000 })

describe('a serialised board', () => {
  it('the text is the JSON of the board, byte for byte, after any changes', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 8 }), (events, every) => {
        const state = emptyBoard()
        const serialiser = new Serialiser()
        events.forEach((event, index) => {
          applyEvent(state, event)
          if (index % every > 0) return
          const { json } = serialiser.write(state, cards, 1)
          expect(json.toString()).toBe(JSON.stringify(scoreboardView(state, cards, 1)))
        })
      }),
      { numRuns: 150 }
    )
  })

  it('the text can be cut into its parts', () => {
    fc.assert(
      fc.property(histories, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (events, from, count) => {
        const state = emptyBoard()
        for (const event of events) applyEvent(state, event)
        const snapshot = snapshotFrom(state, cards, 1)
        const board = scoreboardView(state, cards, 1)
        expect(snapshot.view()).toEqual(board)
        expect({ ...snapshot.head(), items: board.items }).toEqual(board)
        const standings = board.items.map(({ solvedChallenges: _, adjustments: __, ...standing }) => standing)
        expect(snapshot.standings()).toEqual(standings)
        expect(snapshot.items(from, count)).toEqual(board.items.slice(from, from + count))
        expect(JSON.parse(snapshot.challenges.toString())).toEqual(board.challenges)
        const cut = (id: number): BoardItem | null => JSON.parse(snapshot.teamItem(id)?.toString() ?? 'null')
        for (const { id } of cards.teams.values())
          expect(cut(id)).toEqual(board.items.find((item) => item.id === id) ?? null)
        for (const { id } of cards.teams.values()) expect(snapshot.beside(id)).toEqual(besideIn(board, id))
      })
    )
  })

  it('the text differs in nothing but the time when it is made again', () => {
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
