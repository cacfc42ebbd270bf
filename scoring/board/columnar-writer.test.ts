import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ScoreEvent } from '~/server/ledger/contract'
import {
  applyDelta,
  applyEvent,
  boardFromColumns,
  type Cards,
  columnsHead,
  type Delta,
  emptyBoard,
  fold,
  publicEvents,
  scoreboardView
} from '../rules'
import { cards, histories } from '../rules/testing/histories'
import { ColumnWriter } from './columnar-writer'

vi.setConfig({ testTimeout: 60_000 })

const atOnce = () => undefined
const read = (bytes: Uint8Array) => boardFromColumns(bytes, atOnce)
const shown = async (bytes: Uint8Array) => {
  const board = await read(bytes)
  return scoreboardView(board.state, { ...board.cards, reasons: true }, 0)
}
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const BLANK = { name: '', bio: null, avatar: null, country: null }

const solve = (seq: number, more: { participationId: number; at: number; submissionId: number }) => ({
  ...{ kind: 'solve' as const, seq, challengeId: 1, userId: `user-${more.participationId}` },
  ...more
})
const opened = (teams: number): ScoreEvent[] => [
  { kind: 'open', seq: 1, at: 0, challengeId: 1 },
  ...Array.from({ length: teams }, (_, index) => ({
    ...{ kind: 'admit' as const, seq: index + 2, at: 0, participationId: index + 1 },
    payload: { division: null }
  }))
]

describe('a board by columns', () => {
  it('a board is read as the one it was written from, whatever happened between two versions', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 8 }), async (events, every) => {
        const state = emptyBoard()
        const writer = new ColumnWriter()
        for (const [index, event] of events.entries()) {
          applyEvent(state, event)
          if (index % every > 0) continue
          const bytes = writer.write(state, cards, 1)
          expect(await shown(bytes)).toEqual(plain(scoreboardView(state, cards, 0)))
        }
      }),
      { numRuns: 100 }
    )
  })

  it('a board takes the deltas that follow it', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (events, cut) => {
        const start = cut % (events.length + 1)
        const state = fold(events.slice(0, start))
        const browser = await read(new ColumnWriter().write(state, cards, 1))
        const delta: Delta = { from: state.seq, to: state.seq + events.length - start, events: [] }
        for (const event of events.slice(start)) {
          const seen = publicEvents(state, event, cards)
          if (seen === null) return
          delta.events.push(...seen)
          applyEvent(state, event)
        }
        expect(applyDelta(browser, plain(delta))).toBe(true)
        expect(scoreboardView(browser.state, { ...browser.cards, reasons: true }, 0)).toEqual(
          plain(scoreboardView(state, cards, 0))
        )
      }),
      { numRuns: 200 }
    )
  })
})

describe('a document of columns', () => {
  it('a document holds numbers of every size, and solves in any order of ids', async () => {
    const numbers = fc.maxSafeNat().map((number) => Math.floor(number / 4))
    const solves = fc.array(fc.record({ at: numbers, submissionId: numbers }), {
      minLength: 1,
      maxLength: 40
    })
    await fc.assert(
      fc.asyncProperty(solves, async (list) => {
        const events = opened(list.length)
        list.forEach((one, index) => {
          events.push(solve(events.length + 1, { participationId: index + 1, ...one }))
        })
        const state = fold(events)
        const { challenges } = (await read(new ColumnWriter().write(state, cards, 1))).state
        const found = challenges
          .get(1)
          ?.solves.map(({ team, at, submissionId }) => [team.id, at, submissionId])
        const wanted = state.challenges.get(1)?.solves
        expect(found).toEqual(wanted?.map(({ team, at, submissionId }) => [team.id, at, submissionId]))
      })
    )
  })

  it('a document shows new names once it is written as a whole', async () => {
    const state = fold(opened(2))
    const writer = new ColumnWriter()
    writer.write(state, cards, 1)
    const userName = () => 'renamed'
    const teams = new Map([...cards.teams].map(([id, card]) => [id, { ...card, name: 'renamed' }]))
    const renamed: Cards = { ...cards, teams, userName }
    applyEvent(state, solve(4, { participationId: 1, at: 5, submissionId: 5 }))
    writer.reset()
    const { items } = await shown(writer.write(state, renamed, 1))
    expect(items.map(({ name }) => name)).toEqual(['renamed', 'renamed'])
    expect(items[0]?.solvedChallenges[0]?.userName).toBe('renamed')
  })

  it('a document starts with its version, and is refused in another format or when it is cut off', async () => {
    const state = fold([...opened(3), solve(5, { participationId: 2, at: 900, submissionId: 7 })])
    const bytes = new ColumnWriter().write(state, cards, 77)
    expect(columnsHead(bytes)).toMatchObject({ seq: 5, madeAt: 77 })
    for (let length = 0; length < bytes.length; length++)
      await expect(read(bytes.subarray(0, length))).rejects.toThrow(RangeError)
    const other = Buffer.from(bytes.toString('latin1').replace('"format":1', '"format":2'), 'latin1')
    await expect(read(other)).rejects.toThrow('format 2')
  })

  it('only changed columns are written again', () => {
    const state = fold(opened(600))
    const names = new Map(Array.from({ length: 600 }, (_, index) => [index + 1, { ...BLANK, id: index + 1 }]))
    const looked: number[] = []
    const userName = (solver: string | null) => {
      looked.push(Number(solver?.slice(5)))
      return solver
    }
    const known: Cards = { ...cards, teams: names, userName }
    const writer = new ColumnWriter()
    for (const id of [1, 300, 600])
      applyEvent(state, solve(state.seq + 1, { participationId: id, at: id, submissionId: id }))
    writer.write(state, known, 1)
    expect(looked).toEqual([1, 300, 600])
    applyEvent(state, solve(state.seq + 1, { participationId: 301, at: 1000, submissionId: 1000 }))
    writer.write(state, known, 1)
    // Writes only the middle page again: its two solvers.
    expect(looked.slice(3)).toEqual([300, 301])
  })

  it('reading a document yields to other work', async () => {
    const breathe = vi.fn(async () => {})
    const state = fold(opened(600))
    await boardFromColumns(new ColumnWriter().write(state, cards, 1), breathe)
    // Three pages of teams, a challenge, and the solves of 600 teams put in order.
    expect(breathe).toHaveBeenCalledTimes(6)
  })
})
