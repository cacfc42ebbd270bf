import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { Ceremony, type Tries } from './ceremony'
import type { Scoreboard } from './contract'
import { fold } from './fold'
import { Freeze } from './freeze'
import { compareTeams } from './settle'
import { type BoardState, isCounted } from './state'
import { cards, histories } from './testing/histories'
import { scoreboardView } from './view'

vi.setConfig({ testTimeout: 60_000 })

const RUNS = { numRuns: 100 }

const show = (state: BoardState): Scoreboard => scoreboardView(state, cards, 0)
const boardOf = (state: BoardState) => ({ ...show(state), seq: 0 })

const tries: fc.Arbitrary<Tries[]> = fc.array(
  fc.record({
    participationId: fc.integer({ min: 1, max: 6 }),
    challengeId: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 9 })
  }),
  { maxLength: 8 }
)
const frozen = fc.constantFrom(-1, 0, 3, 6, 9, 12).map((minute) => 1_700_000_000_000 + minute * MINUTE_MS)

function ceremonyOf(events: ScoreEvent[], at: number, wrong: Tries[]): Ceremony {
  const ceremony = new Ceremony(events, at, wrong)
  for (const _ of ceremony.order());
  return ceremony
}

/** What a ceremony shows before its first step: the frozen board, with the decay that was stopped since. */
function shownAtFirst(events: ScoreEvent[], at: number): ScoreEvent[] {
  const freeze = new Freeze(at)
  return events.filter((event) => !freeze.holds(event) || event.kind === 'decay')
}

describe('a ceremony', () => {
  it('a ceremony begins with the frozen board and ends with the real one', () => {
    fc.assert(
      fc.property(histories, frozen, tries, (events, at, wrong) => {
        const ceremony = ceremonyOf(events, at, wrong)
        const { items } = show(fold(shownAtFirst(events, at)))
        const places = (board: Scoreboard) =>
          board.items.map(({ participationId, score, rank, solvedCount }) => [
            ...[participationId, score, rank, solvedCount]
          ])
        expect(places(show(ceremony.state))).toEqual(places({ ...show(ceremony.state), items }))
        ceremony.moveTo(ceremony.steps.length)
        expect(boardOf(ceremony.state)).toEqual(boardOf(fold(events)))
      }),
      RUNS
    )
  })

  it('every step shows the same board, from whichever step the ceremony comes', () => {
    fc.assert(
      fc.property(
        histories,
        frozen,
        tries,
        fc.array(fc.nat(), { maxLength: 6 }),
        (events, at, wrong, jumps) => {
          const ceremony = ceremonyOf(events, at, wrong)
          const boards = [boardOf(ceremony.state)]
          while (ceremony.position < ceremony.steps.length) {
            ceremony.open()
            boards.push(boardOf(ceremony.state))
          }
          for (const jump of jumps) {
            const position = jump % boards.length
            ceremony.moveTo(position)
            expect(boardOf(ceremony.state)).toEqual(boards[position])
          }
          ceremony.moveTo(0)
          expect(boardOf(ceremony.state)).toEqual(boards[0])
        }
      ),
      RUNS
    )
  })
})

describe('the steps of a ceremony', () => {
  it('at every step the board adds up, and a cell of the last team with one is opened', () => {
    fc.assert(
      fc.property(histories, frozen, tries, (events, at, wrong) => {
        const ceremony = ceremonyOf(events, at, wrong)
        const { state } = ceremony
        while (ceremony.position < ceremony.steps.length) {
          const { ranking } = state
          const sealed = new Set(
            ceremony.steps.slice(ceremony.position).map(({ participationId }) => participationId)
          )
          const next = ceremony.steps[ceremony.position]!.participationId
          expect(next).toBe(ranking.findLast(({ id }) => sealed.has(id))?.id)
          const { cell, from, to } = ceremony.open()
          for (const [index, team] of state.ranking.entries()) {
            expect(team.rank).toBe(index + 1)
            const above = state.ranking[index - 1]
            if (above) expect(compareTeams(above, team)).toBeLessThan(0)
            const points = [...team.solves.filter(isCounted), ...team.awards]
            expect(team.score).toBe(points.reduce((sum, one) => sum + one.points, 0))
          }
          if (cell.outcome === 'failed') expect(to).toEqual(from)
        }
      }),
      RUNS
    )
  })

  it('the same cells in the stored order lead to the same boards', () => {
    fc.assert(
      fc.property(histories, frozen, tries, fc.nat(), (events, at, wrong, stop) => {
        const one = ceremonyOf(events, at, wrong)
        const other = new Ceremony(events, at, wrong)
        other.arrange(one.steps.map(({ participationId, challengeId }) => ({ participationId, challengeId })))
        const position = stop % (one.steps.length + 1)
        one.moveTo(position)
        other.moveTo(position)
        expect(boardOf(other.state)).toEqual(boardOf(one.state))
      }),
      RUNS
    )
  })
})
