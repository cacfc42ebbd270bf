import { scoreLine } from '~/app/components/game/board-steps'
import { searchFor } from '~/app/islands/runtime/search'
import { adjustmentEntries } from '~/app/islands/scoreboard/award-entries'
import type { Line } from '~/app/islands/scoreboard/chart/scale'
import { columnIndex, marksOf, placeOf } from '~/app/islands/scoreboard/marks'
import type {
  BoardPage,
  Column,
  Division,
  Entry,
  OwnPlace,
  Row,
  Share,
  TeamDetail
} from '~/app/islands/scoreboard/props'
import type { Query } from '~/app/islands/scoreboard/query'
import { minuteOf } from '~/app/islands/scoreboard/times'
import { shareValue } from '~/app/rendering/render-cache'
import type { Around, BoardFacts, BoardItem, BoardReader, BoardTeam, Part, Scoreboard } from '~/scoring'
import { regrouped, shownCategory } from '~/server/categories/constants'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS } from '~/server/games/contract'

const PAGE_SIZE = 50
const LEADERS = 10

interface Choice {
  query: Query
  /** The reader's participation; null without one. */
  own: number | null
  divisions: string[]
}

interface ServedPage extends BoardPage {
  /** Codes that teams of the board have. */
  countries: readonly string[]
}

/** A page of the board with the own team's data and the teams to compare; numbers too high give the last page. */
export async function boardPage(
  boards: Pick<BoardReader, 'part' | 'team'>,
  gameId: number,
  choice: Choice
): Promise<ServedPage> {
  const page = await pageIn(boards, gameId, choice)
  const { division, country, teams } = choice.query
  const missing = teams.filter((id) => !page.lines.some(({ team }) => team === id))
  if (missing.length === 0) return page
  const found = await Promise.all(missing.map((id) => boards.team(gameId, id)))
  const compared = found.flatMap((team) =>
    team && isChosen(team.item, { division, country: countryIn(page.countries, country) })
      ? [lineOf(team.item, division, false)]
      : []
  )
  compared.sort((a, b) => a.place - b.place)
  const isLeader = ({ own, place, steps }: Line) => !own || (place <= LEADERS && steps.length > 0)
  const leaders = page.lines.filter(isLeader)
  const last = page.lines.filter((line) => !leaders.includes(line))
  return { ...page, lines: [...leaders, ...compared, ...last] }
}

async function pageIn(
  boards: Pick<BoardReader, 'part'>,
  gameId: number,
  { query, own, divisions }: Choice
): Promise<ServedPage> {
  const { division, country, search } = query
  const matches = search ? searchFor(search) : null
  const load = (page: number) => {
    const from = (page - 1) * PAGE_SIZE
    return boards.part(gameId, { division, country, matches, from, count: PAGE_SIZE, leaders: LEADERS }, own)
  }
  const first = await load(query.page)
  if (country !== countryIn(first.part.facts.countries, country))
    return pageIn(boards, gameId, { query: { ...query, country: null }, own, divisions })
  const page = Math.min(query.page, pagesOf(first.part))
  const { part, own: mine } = page === query.page ? first : await load(page)
  const common = commonPage(part, page, division, divisions)
  if (!mine || !isChosen(mine, query)) return common
  return ownPage(common, mine, division)
}

const isChosen = (item: BoardItem, { division, country }: Pick<Query, 'division' | 'country'>): boolean =>
  (division === null || item.organization === division) && (country === null || item.country === country)

/** The wanted country, unless no team of the board has it. */
export const countryIn = (countries: readonly string[], wanted: string | null): string | null =>
  wanted !== null && countries.includes(wanted) ? wanted : null

const ownPages = new WeakMap<BoardItem, { common: ServedPage; page: ServedPage }>()

/** The page for a team; the same object for its members. */
function ownPage(common: ServedPage, mine: BoardItem, division: string | null): ServedPage {
  const known = ownPages.get(mine)
  if (known?.common === common) return known.page
  const line = shareValue(lineOf(mine, division, true))
  const lines = common.lines.map((one) => (one.id === line.id ? line : one))
  const page: ServedPage = {
    ...common,
    ownRow: shareValue(rowOf(mine, columnIndex(common.columns))),
    lines: lines.includes(line) ? lines : [...lines, line]
  }
  ownPages.set(mine, { common, page })
  return page
}

const pagesOf = ({ found }: Part) => Math.max(1, Math.ceil(found / PAGE_SIZE))

const pages = new WeakMap<Part, { key: string; page: ServedPage }>()

/** The page without an own team; the same object for all readers. */
function commonPage(part: Part, page: number, division: string | null, divisions: string[]): ServedPage {
  const key = JSON.stringify([page, division, divisions])
  const known = pages.get(part)
  if (known?.key === key) return known.page
  const { facts, found, items, leaders } = part
  const columns = columnsOf(part)
  const index = columnIndex(columns)
  const made: ServedPage = {
    changedAt: facts.changedAt,
    bonus: bloodBonusOf(facts.bloodBonus) ?? bloodBonusOf(DEFAULT_BLOOD_BONUS)!,
    divisions: divisionsOf(facts.divisions, divisions),
    countries: facts.countries,
    columns,
    rows: items.map((item) => rowOf(item, index)),
    ownRow: null,
    lines: leaders.filter(hasScored).map((item) => lineOf(item, division, false)),
    teams: facts.teams,
    found,
    offset: items.length > 0 ? (page - 1) * PAGE_SIZE : 0,
    page,
    pages: pagesOf(part)
  }
  const { rows, divisions: named, bonus, lines } = made
  for (const one of [columns, ...columns, rows, ...rows, named, bonus, ...lines]) shareValue(one)
  pages.set(part, { key, page: made })
  return made
}

const hasScored = ({ solvedChallenges, adjustments }: BoardItem) =>
  solvedChallenges.length + adjustments.length > 0

function columnsOf({ challenges }: Pick<Scoreboard, 'challenges'>): Column[] {
  return regrouped(challenges).flatMap(([category, group]) =>
    group.map(({ id, title, score: value, solved }) => ({ id, title, category, value, solved }))
  )
}

/** The game's divisions in order, then others that have teams. */
function divisionsOf(teams: BoardFacts['divisions'], names: string[]): Division[] {
  const counts = new Map([...names.map((name) => [name, 0] as const), ...teams])
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
    country: item.country,
    division: item.organization,
    rank: item.rank,
    divisionRank: item.organizationRank,
    score: item.score,
    solved: item.solvedCount,
    marks: marksOf(solves, index)
  }
}

const lineOf = (item: BoardItem, division: string | null, own: boolean): Line =>
  scoreLine(item, (division === null ? item.rank : item.organizationRank) ?? 0, own)

export function ownPlaceOf({ facts, own, teams }: Around): OwnPlace {
  const at = teams.findIndex(({ participationId }) => participationId === own.participationId)
  const neighbour = (place: number) => {
    const other = teams[place]
    return other ? { name: other.name, score: other.score } : null
  }
  return {
    ...{
      team: own.id,
      name: own.name,
      avatar: own.avatar,
      rank: own.rank,
      teams: facts.teams,
      score: own.score
    },
    ...{ ahead: neighbour(at - 1), behind: neighbour(at + 1) }
  }
}

/** Panel of a team; null when it is not on the board. */
export function teamDetail(team: BoardTeam | null): TeamDetail | null {
  if (!team) return null
  const { item } = team
  const challenges = new Map(
    Object.values(team.challenges)
      .flat()
      .map((challenge) => [challenge.id, challenge])
  )
  const solves = item.solvedChallenges.map(({ id, time, score: points, type, userName: solver }): Entry => {
    const of = challenges.get(id)
    const [title, category] = of ? [of.title, shownCategory(of)] : ['', '']
    return { at: Date.parse(time), points, title, category, place: placeOf(type), solver }
  })
  const awards = adjustmentEntries(item.adjustments, (id) => challenges.get(id))
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
    shares: sharesOf(team)
  }
}

/** As in app/islands/scoreboard/live/view.ts, from the stored board. */
function sharesOf({ challenges, item }: BoardTeam): Share[] {
  const got = new Map(item.solvedChallenges.map(({ id, score }) => [id, score]))
  return regrouped(challenges).map(([category, group]) => ({
    category,
    points: group.reduce((sum, { id }) => sum + (got.get(id) ?? 0), 0),
    of: group.reduce((sum, { id, score }) => sum + (got.get(id) ?? score), 0)
  }))
}
