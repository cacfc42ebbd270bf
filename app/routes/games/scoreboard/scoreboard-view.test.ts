import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastScored } from '~/app/islands/scoreboard/changed'
import { emphasised } from '~/app/islands/scoreboard/chart/scale'
import { detailOf, isChosen, linesOf, rowOf, teamsOf, viewOf } from '~/app/islands/scoreboard/live/view'
import { type Query, WHOLE } from '~/app/islands/scoreboard/query'
import { snapshotFrom } from '~/scoring/board/testing/snapshot'
import { partIn } from '~/scoring/ranking/from-snapshot'
import { boardFromSnapshot, fold, type Scoreboard } from '~/scoring/rules'
import { cards, histories } from '~/scoring/rules/testing/histories'
import type { ScoreEvent } from '~/server/ledger/contract'
import { boardPage, countryIn, teamDetail } from './scoreboard-view'

const snapshotOf = (events: ScoreEvent[]) => snapshotFrom(fold(events), cards, 1_700_000_000_000)

type Choice = Parameters<typeof boardPage>[2]

const pageOf = (snapshot: ReturnType<typeof snapshotOf>, choice: Choice) =>
  boardPage(
    {
      part: async (_, query, own = null) => partIn(snapshot, query, own),
      async team(_, id) {
        const { challenges, items } = snapshot.view()
        const item = items.find((one) => one.id === id)
        return item ? { challenges, item } : null
      }
    },
    1,
    choice
  )

const live = (board: Scoreboard) =>
  viewOf(boardFromSnapshot(board), null, { changedAt: lastScored(board), news: new Map() })

const queries = fc.record({
  division: fc.constantFrom(null, 'student', 'open'),
  country: fc.constantFrom(null, 'CZ', 'DE', 'FR'),
  search: fc.constantFrom('', 'TEAM', '"3"', 'nobody'),
  team: fc.integer({ min: 100, max: 106 }),
  page: fc.constant(1),
  teams: fc.uniqueArray(fc.integer({ min: 99, max: 107 }), { maxLength: 5 }),
  last: fc.constant(null)
})

describe('the page as the server makes it', () => {
  it("the server's page equals that of the browser", async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        queries,
        fc.integer({ min: 1, max: 7 }),
        async (events, query: Query, own) => {
          const snapshot = snapshotOf(events)
          const board = snapshot.view()
          const page = await pageOf(snapshot, { query, own, divisions: [] })
          const view = live(board)
          const mine = view.ranking.find((team) => team.id === own)
          const countries = new Set(board.items.flatMap(({ country }) => country ?? []))
          expect(new Set(page.countries)).toEqual(countries)
          const country = countryIn(page.countries, query.country)
          expect(country).toBe(query.country !== null && countries.has(query.country) ? query.country : null)
          const chosen = { division: query.division, country }
          const shown = mine && isChosen(mine, view, chosen)

          expect(page.rows).toEqual(teamsOf(view, { ...query, country }).map((team) => rowOf(team, view)))
          expect(page.ownRow).toEqual(shown ? rowOf(mine, view) : null)
          expect(page.columns).toEqual(view.columns)
          expect(page.bonus).toEqual(view.bonus)
          const { teams } = query
          expect(emphasised(page.lines, teams)).toEqual(linesOf(view, chosen, own, teams))
          expect(page.changedAt).toBe(lastScored(board))
          const { challenges } = board
          const item = board.items.find(({ id }) => id === query.team)
          expect(teamDetail(item ? { challenges, item } : null)).toEqual(detailOf(view, query.team!))
        }
      ),
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
  const board = snapshotOf(Array.from({ length: 130 }, (_, index) => admit(index + 1)))
  const page = (query: Partial<Query>) =>
    pageOf(board, {
      query: { ...WHOLE, ...query },
      own: null,
      divisions: ['open', 'student']
    })

  it('a page holds fifty teams', async () => {
    const last = await page({ page: 3 })
    expect(last).toMatchObject({ page: 3, pages: 3, offset: 100, found: 130, teams: 130 })
    expect(last.rows.map(({ rank }) => rank)).toEqual(Array.from({ length: 30 }, (_, index) => 101 + index))
  })

  it('a page beyond the last is the last', async () => {
    expect((await page({ page: 900 })).page).toBe(3)
    expect(await page({ search: 'nobody', page: 2 })).toMatchObject({
      page: 1,
      pages: 1,
      offset: 0,
      found: 0
    })
  })

  it('teams are counted by division, those without one in none', async () => {
    expect((await page({})).divisions).toEqual([
      { name: 'open', teams: 0 },
      { name: 'student', teams: 87 }
    ])
    expect((await page({ division: 'student' })).found).toBe(87)
  })

  it('teams are chosen by country and division together; a country of no team is ignored', async () => {
    const board = snapshotOf([1, 2, 3, 5].map((id, at) => ({ ...admit(id), seq: at + 1 })))
    const page = async (query: Partial<Query>) => {
      const { rows, found, countries } = await pageOf(board, {
        query: { ...WHOLE, ...query },
        own: null,
        divisions: []
      })
      return [rows.map(({ id, country }) => [id, country]), found, countries.length]
    }
    expect(await page({})).toEqual([
      [
        [1, null],
        [2, 'CZ'],
        [3, 'DE'],
        [5, 'CZ']
      ],
      4,
      2
    ])
    const czech = [
      [2, 'CZ'],
      [5, 'CZ']
    ]
    expect(await page({ country: 'CZ' })).toEqual([czech, 2, 2])
    expect(await page({ country: 'CZ', division: 'student' })).toEqual([czech, 2, 2])
    expect(await page({ country: 'DE', division: 'student' })).toEqual([[], 0, 2])
    expect(await page({ country: 'FR' })).toEqual(await page({}))
  })
})
