import { share } from '~/app/islands/runtime/render-cache'
import { searchFor } from '~/app/islands/runtime/search'
import { lastScored } from '~/app/islands/scoreboard/changed'
import type { Line } from '~/app/islands/scoreboard/chart/scale'
import { columnIndex, marksOf, placeOf } from '~/app/islands/scoreboard/marks'
import type {
  BoardPage,
  Column,
  Division,
  Entry,
  Row,
  Share,
  TeamDetail
} from '~/app/islands/scoreboard/props'
import type { Query } from '~/app/islands/scoreboard/query'
import { minuteOf } from '~/app/islands/scoreboard/times'
import { pageOf } from '~/app/request/paging'
import type { BoardItem, BoardSnapshot, Scoreboard } from '~/scoring'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS } from '~/server/games/contract'

const PAGE_SIZE = 50
const LEADERS = 10

interface Choice {
  query: Query
  /** The reader's participation. */
  own: number | null
  /** Divisions of the game, in its order. */
  divisions: string[]
}

/** The page of the board that the query asks for. */
export function boardPage(board: Scoreboard, { query, own, divisions }: Choice): BoardPage {
  const { division, search } = query
  const columns = columnsOf(board)
  const index = columnIndex(columns)
  const inDivision =
    division === null ? board.items : board.items.filter((item) => item.organization === division)
  const wanted = searchFor(search)
  const found = search ? inDivision.filter(({ name }) => wanted(name)) : inDivision
  const { rows, page, pages, from } = pageOf(found, String(query.page), PAGE_SIZE)
  const mine = inDivision.find(({ participationId }) => participationId === own)
  return {
    changedAt: lastScored(board),
    bonus: bloodBonusOf(board.bloodBonus) ?? bloodBonusOf(DEFAULT_BLOOD_BONUS)!,
    divisions: divisionsOf(board, divisions),
    columns,
    rows: rows.map((item) => rowOf(item, index)),
    ownRow: mine ? rowOf(mine, index) : null,
    lines: linesOf(inDivision, division, own),
    teams: board.items.length,
    found: found.length,
    offset: Math.max(0, from - 1),
    page,
    pages
  }
}

function columnsOf({ challenges }: Scoreboard): Column[] {
  return Object.values(challenges)
    .flat()
    .map(({ id, title, category, score: value, solved }) => ({ id, title, category, value, solved }))
}

function divisionsOf({ items }: Scoreboard, names: string[]): Division[] {
  const counts = new Map(names.map((name) => [name, 0]))
  for (const { organization: name } of items) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, teams]) => ({ name, teams }))
}

function rowOf(item: BoardItem, index: ReadonlyMap<number, number>): Row {
  const solves = item.solvedChallenges.map(({ id: challenge, type: kind, time }) => ({
    challenge,
    kind,
    minute: minuteOf(Date.parse(time))
  }))
  return {
    id: item.participationId,
    team: item.id,
    name: item.name,
    avatar: item.avatar,
    division: item.organization,
    rank: item.rank,
    divisionRank: item.organizationRank,
    score: item.score,
    solved: item.solvedCount,
    marks: marksOf(solves, index)
  }
}

/** The ten best of these teams and the own one, from points as they are now (behaviour.md 6.2). */
function linesOf(items: BoardItem[], division: string | null, own: number | null): Line[] {
  const shown = items
    .slice(0, LEADERS)
    .filter(({ solvedChallenges, adjustments }) => solvedChallenges.length + adjustments.length > 0)
  const mine = items.find(({ participationId }) => participationId === own)
  if (mine && !shown.includes(mine)) shown.push(mine)
  return shown.map((item) => lineOf(item, division, own))
}

function lineOf(item: BoardItem, division: string | null, own: number | null): Line {
  const steps = [
    ...item.solvedChallenges.map(({ time, score }) => [Date.parse(time), score] as const),
    ...item.adjustments.map(({ time, points }) => [Date.parse(time), points] as const)
  ].sort(([a], [b]) => a - b)
  let total = 0
  return {
    id: item.participationId,
    name: item.name,
    place: (division === null ? item.rank : item.organizationRank) ?? 0,
    own: item.participationId === own,
    steps: steps.map(([at, points]) => {
      total += points
      return [at, total] as const
    })
  }
}

const pages = new WeakMap<BoardSnapshot, Map<string, BoardPage>>()
const MOST_PAGES = 200

/** The page as those see it who do not play; the same one for all of them. */
function commonPage(board: BoardSnapshot, choice: Choice): BoardPage {
  const { query, divisions } = choice
  const known = pages.get(board) ?? new Map<string, BoardPage>()
  pages.set(board, known)
  const key = JSON.stringify([query.division, query.search, query.page, divisions])
  const page = known.get(key)
  if (page) return page
  if (known.size >= MOST_PAGES) known.clear()
  const made = boardPage(board.view(), { ...choice, own: null })
  const { columns, rows, divisions: named, bonus, lines } = made
  for (const part of [columns, ...columns, rows, named, bonus, ...lines]) share(part)
  known.set(key, made)
  return made
}

/** The page of the board that the query asks for, with what is the own team's. */
export function ownPage(board: BoardSnapshot, choice: Choice, teamId: number | null): BoardPage {
  const { query, own } = choice
  const page = commonPage(board, choice)
  const found = teamId === null ? null : board.teamItem(teamId)
  if (own === null || !found) return page
  const item = JSON.parse(found.toString()) as BoardItem
  if (query.division !== null && item.organization !== query.division) return page
  const line = lineOf(item, query.division, own)
  const lines = page.lines.map((one) => (one.id === own ? line : one))
  return {
    ...page,
    ownRow: rowOf(item, columnIndex(page.columns)),
    lines: lines.includes(line) ? lines : [...lines, line]
  }
}

/** What the panel of a team shows; null when it is not on the board. */
export function teamDetail(board: Scoreboard, teamId: number | null): TeamDetail | null {
  const item = board.items.find(({ id }) => id === teamId)
  if (!item) return null
  const challenges = new Map(
    Object.values(board.challenges)
      .flat()
      .map((challenge) => [challenge.id, challenge])
  )
  const solves = item.solvedChallenges.map(({ id, time, score: points, type, userName: solver }): Entry => {
    const { title = '', category = '' } = challenges.get(id) ?? {}
    return { at: Date.parse(time), points, title, category, place: placeOf(type), solver }
  })
  const awards = item.adjustments.map(
    ({ time, points }): Entry => ({
      at: Date.parse(time),
      points,
      title: null,
      category: '',
      place: 0,
      solver: null
    })
  )
  return {
    team: item.id,
    name: item.name,
    bio: item.bio,
    avatar: item.avatar,
    division: item.organization,
    rank: item.rank,
    divisionRank: item.organizationRank,
    score: item.score,
    solved: item.solvedCount,
    entries: [...solves, ...awards].sort((a, b) => b.at - a.at),
    shares: sharesOf(board, item)
  }
}

function sharesOf({ challenges }: Scoreboard, { solvedChallenges }: BoardItem): Share[] {
  const points = new Map(solvedChallenges.map(({ id, score }) => [id, score]))
  return Object.entries(challenges).flatMap(([category, group]) => {
    const solved = group.filter((challenge) => challenge.solved > 0)
    const of = solved.reduce((sum, { score }) => sum + score, 0)
    const own = solved.reduce((sum, { id }) => sum + (points.get(id) ?? 0), 0)
    return of > 0 ? [{ category, points: Math.min(own, of), of }] : []
  })
}
