import { describe, expect, it } from 'vitest'
import { Island, islandOf } from '~/app/islands/runtime/island'
import type { IslandHost } from '~/app/islands/runtime/page'
import type { Line } from '~/app/islands/scoreboard/chart/scale'
import island from '~/app/islands/scoreboard/index'
import type { BoardPage, Column, Row, ScoreboardProps } from '~/app/islands/scoreboard/props'
import { WHOLE } from '~/app/islands/scoreboard/query'
import { textOf } from '~/app/rendering/markup'
import common from '~/locales/en-US/common.json'
import news from '~/locales/en-US/news.json'
import scoreboard from '~/locales/en-US/scoreboard.json'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { hasOutline, outline } from './outline'

const START = Date.UTC(2026, 4, 1, 9)
const PAGE = 50
const LABELS: Record<string, object> = { common, news, scoreboard }

const columns: Column[] = ['Web', 'Web', 'Crypto', 'Pwn', 'Pwn', 'Misc'].map((category, at) => ({
  ...{ id: at + 11, title: `Challenge <${at}>`, category, value: 100 + at, solved: at }
}))

const divisionOf = (team: number) => (team % 3 ? 'Students' : 'Open & free')

const rowOf = (team: number, divided: boolean): Row => ({
  ...{
    id: team,
    team: team + 1000,
    name: `Team "${team}"`,
    avatar: team % 4 === 0 ? `/assets/${team}/avatar` : null,
    country: team % 5 === 0 ? 'CZ' : null,
    rank: team,
    score: 900 - team,
    solved: 2
  },
  division: divided ? divisionOf(team) : null,
  divisionRank: divided ? Math.ceil(team / 3) : null,
  marks: [
    [team % 6, team === 1 ? 1 : 0, Math.floor(START / MINUTE_MS) + team],
    [(team + 2) % 6, 0, Math.floor(START / MINUTE_MS) + 9]
  ]
})

/** @param best the highest score of the line */
const lineOf = (team: number, own: boolean, best = 900 - team): Line => ({
  ...{ id: team, team: team + 1000, name: `Team "${team}"`, place: team, own },
  steps: [
    [START + HOUR_MS, best],
    [START + 2 * HOUR_MS, 900 - team]
  ]
})

interface Case {
  teams: number
  own: number | null
  page?: number
  division?: string
  best?: number
  changed?: Partial<ScoreboardProps>
}

function propsOf({ teams, own, page = 1, division, best, changed }: Case): ScoreboardProps {
  const divided = division !== undefined
  const all = Array.from({ length: teams }, (_, at) => rowOf(at + 1, divided)).filter(
    (row) => !division || row.division === division
  )
  const mine = all.find(({ id }) => id === own)
  const leaders = all.slice(0, 10).map(({ id }) => lineOf(id, false))
  const line = mine && lineOf(mine.id, true, best)
  const offset = (page - 1) * PAGE
  const board: BoardPage = {
    ...{ changedAt: START + 2 * HOUR_MS, bonus: { first: 50, second: 30, third: 10 }, columns },
    divisions: divided ? ['Students', 'Open & free'].map((name) => ({ name, teams: 1 })) : [],
    rows: all.slice(offset, offset + PAGE),
    ownRow: mine ?? null,
    lines: line ? [...leaders.filter(({ id }) => id !== line.id), line] : leaders,
    ...{ teams, found: all.length, offset, page, pages: Math.max(1, Math.ceil(all.length / PAGE)) }
  }
  return {
    ...{
      gameId: 7,
      start: START,
      end: START + 24 * HOUR_MS,
      now: START + 3 * HOUR_MS,
      own,
      board,
      team: null
    },
    ...{ freeze: null, sealed: [] },
    query: { ...WHOLE, division: division ?? null, page },
    standing: own === null ? null : { status: 'Accepted', division: division ?? null },
    countries: [
      ['CZ', 'Czechia'],
      ['DE', 'Germany']
    ],
    place: mine
      ? {
          ...{
            team: mine.team,
            name: mine.name,
            avatar: mine.avatar,
            rank: mine.rank,
            teams,
            score: mine.score
          },
          ahead: mine.rank > 1 ? { name: 'Above & so', score: 901 - mine.rank } : null,
          behind: mine.rank < teams ? { name: 'Below <i>', score: 0 } : null
        }
      : null,
    ...{ open: true, followed: null, staff: false, replay: false },
    ...changed
  }
}

function show(props: ScoreboardProps, of?: typeof outline): string {
  let ids = 0
  const host: IslandHost = {
    page: { locale: 'en-US', scheme: 'dark' },
    origin: 'https://ctf.example.org',
    labels: (name) => LABELS[name] as never,
    nextId: () => `i${++ids}-`
  }
  return textOf(islandOf(<Island of={island} props={props} outline={of} />, host)!)
}

const CASES: Case[] = [
  ...[1, 3, 8, 9, 49, 50, 51, 120].flatMap((teams) =>
    [null, 1, 2, 8, 9, 10, 11, 48, 51, 119].flatMap((own) =>
      own !== null && own > teams ? [] : [{ teams, own }]
    )
  ),
  ...[null, 1, 60, 100].map((own) => ({ teams: 120, own, page: 2 })),
  ...['Students', 'Open & free'].flatMap((division) =>
    [null, 1, 3, 7, 9, 100].map((own) => ({ teams: 120, own, division }))
  ),
  ...[900, 5_000, 12_000].map((best) => ({ teams: 30, own: 20, best })),
  ...[20, 25].map((own) => ({ teams: 30, own, changed: { open: false } })),
  ...[20, 25].map((own) => ({ teams: 30, own, changed: { now: START + 24 * HOUR_MS, replay: true } })),
  { teams: 30, own: 20, changed: { staff: true } },
  { teams: 0, own: null },
  { teams: 30, own: 200, division: 'Students' }
]

describe('the outline of the scoreboard', () => {
  it("each reader gets React's markup, in any order of requests", () => {
    for (const order of [CASES, CASES.toReversed()])
      for (const one of order)
        expect(show(propsOf(one), outline), JSON.stringify(one)).toBe(show(propsOf(one)))
  })

  it('what is kept for a board and a team fits only the view that it was made for', () => {
    for (const own of [null, 1, 20]) {
      const { board, ...props } = propsOf({ teams: 30, own })
      const divided = { ...board, divisions: [{ name: 'Students', teams: 30 }] }
      const views: ScoreboardProps[] = [
        { ...props, board },
        { ...props, board, gameId: 8 },
        { ...props, board, open: false },
        { ...props, board, now: START + 5 * HOUR_MS },
        { ...props, board, freeze: START + 2 * HOUR_MS },
        { ...props, board, freeze: START + 4 * HOUR_MS },
        { ...props, board, freeze: START + 2 * HOUR_MS, sealed: own === null ? [] : [columns.at(-1)!.id] },
        { ...props, board: divided },
        { ...props, board: divided, query: { ...props.query, division: 'Students' } },
        { ...props, board: { ...board, lines: board.lines.slice(3) } },
        { ...props, board: { ...board, ownRow: board.rows[11]! }, own: 12 }
      ]
      for (const view of [...views, ...views.toReversed()]) expect(show(view, outline)).toBe(show(view))
    }
  })

  it('only views that many readers share have an outline', () => {
    const { query } = propsOf({ teams: 9, own: null, division: 'Students', page: 2 })
    expect(hasOutline(query)).toBe(true)
    expect(hasOutline({ ...query, team: 1 })).toBe(false)
    expect(hasOutline({ ...query, search: 'x' })).toBe(false)
  })

  it('the outline contains nothing of a reader', () => {
    const own = propsOf({ teams: 120, own: 77 })
    const shared = JSON.stringify(outline.common(own))
    expect(JSON.stringify(own)).toContain('"id":77')
    expect(shared).not.toContain('"id":77')
    expect(outline.common(propsOf({ teams: 120, own: 78 }))).toEqual(
      outline.common(propsOf({ teams: 120, own: 77 }))
    )
  })
})
