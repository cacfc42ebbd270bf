import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastScored } from '~/app/islands/scoreboard/changed'
import { detailOf, linesOf, rowOf, teamsOf, viewOf } from '~/app/islands/scoreboard/live/view'
import type { Query } from '~/app/islands/scoreboard/query'
import { boardFromSnapshot, fold, type Scoreboard, scoreboard } from '~/scoring/rules'
import { cards, histories } from '~/scoring/rules/testing/histories'
import type { ScoreEvent } from '~/server/ledger/contract'
import { boardPage, teamDetail } from './view'

const wire = (events: ScoreEvent[]): Scoreboard =>
  JSON.parse(JSON.stringify(scoreboard(fold(events), cards, 1_700_000_000_000)))

const live = (board: Scoreboard) =>
  viewOf(boardFromSnapshot(board), null, { changedAt: lastScored(board), news: new Map() })

const queries = fc.record({
  division: fc.constantFrom(null, 'student', 'open'),
  search: fc.constantFrom('', 'TEAM', '"3"', 'nobody'),
  team: fc.integer({ min: 100, max: 106 }),
  page: fc.constant(1)
})

describe('the page as the server makes it', () => {
  it('is what the browser makes of the same board', () => {
    fc.assert(
      fc.property(histories, queries, fc.integer({ min: 1, max: 7 }), (events, query: Query, own) => {
        const board = wire(events)
        const page = boardPage(board, { query, own, divisions: [] })
        const view = live(board)
        const mine = view.ranking.find((team) => team.id === own)
        const shown = mine && (query.division === null || mine.division === query.division)

        expect(page.rows).toEqual(teamsOf(view, query).map((team) => rowOf(team, view)))
        expect(page.ownRow).toEqual(shown ? rowOf(mine, view) : null)
        expect(page.columns).toEqual(view.columns)
        expect(page.bonus).toEqual(view.bonus)
        expect(page.lines).toEqual(linesOf(view, query.division, own))
        expect(teamDetail(board, query.team)).toEqual(detailOf(view, query.team!))
      }),
      { numRuns: 200 }
    )
  })
})

describe('pages', () => {
  const admit = (participationId: number): ScoreEvent => ({
    kind: 'admit',
    seq: participationId,
    at: 0,
    participationId,
    payload: { division: participationId % 3 ? 'student' : null }
  })
  const board = wire(Array.from({ length: 130 }, (_, index) => admit(index + 1)))
  const page = (query: Partial<Query>) =>
    boardPage(board, {
      query: { division: null, search: '', team: null, page: 1, ...query },
      own: null,
      divisions: ['open', 'student']
    })

  it('hold fifty teams each', () => {
    const last = page({ page: 3 })
    expect(last).toMatchObject({ page: 3, pages: 3, offset: 100, found: 130, teams: 130 })
    expect(last.rows.map(({ rank }) => rank)).toEqual(Array.from({ length: 30 }, (_, index) => 101 + index))
  })

  it('beyond the last are the last', () => {
    expect(page({ page: 900 }).page).toBe(3)
    expect(page({ search: 'nobody', page: 2 })).toMatchObject({ page: 1, pages: 1, offset: 0, found: 0 })
  })

  it('count the teams of every division, those without one in none', () => {
    expect(page({}).divisions).toEqual([
      { name: 'open', teams: 0 },
      { name: 'student', teams: 87 }
    ])
    expect(page({ division: 'student' }).found).toBe(87)
  })
})
