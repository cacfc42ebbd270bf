import { lastScored } from '~/app/islands/scoreboard/changed'
import type { Line } from '~/app/islands/scoreboard/chart/scale'
import { type Past, pastPlaces } from '~/app/islands/scoreboard/live/past'
import { linesOf, teamsOf, type View, viewOf } from '~/app/islands/scoreboard/live/view'
import { placeOf } from '~/app/islands/scoreboard/marks'
import type { BloodPlace, Column } from '~/app/islands/scoreboard/props'
import {
  bloodsOf,
  boardFromSnapshot,
  challengeCard,
  challengesAsShown,
  isCounted,
  type Scoreboard,
  type Solve,
  type TeamState,
  teamCard
} from '~/scoring/rules'
import { type ShownCategory, shownCategory } from '~/server/categories/constants'
import { PAGE_SIZE, pagesOf, within } from './rotation'

export interface Scene {
  teams: number
  challenges: number
  categories: ShownCategory[]
  rows: SceneRow[]
  page: number
  pages: number
  /** The newest first blood, and the newest blood of any kind. */
  first: News | null
  blood: News | null
  lines: readonly Line[]
  unsolved: Column[]
  latest: News[]
}

export interface SceneRow {
  id: number
  name: string
  avatar: string | null
  place: number
  /** Places gained since a while ago; null when the team had none. */
  change: number | null
  score: number
  solved: number
  share: number
  /** Solved share (0 to 1) by category, in the order of `categories`. */
  pips: number[]
}

export interface News {
  id: number
  at: number
  participation: number
  team: string
  challenge: string
  category: ShownCategory
  place: BloodPlace
  value: number
  bonus: number
}

const LATEST = 16
const UNSOLVED = 5

interface Choice {
  division: string | null
  page: number
  past: Past | null
}

const views = new WeakMap<Scoreboard, View>()

function viewOfSnapshot(snapshot: Scoreboard): View {
  const known = views.get(snapshot)
  if (known) return known
  const board = boardFromSnapshot(snapshot)
  const view = viewOf(board, null, { changedAt: lastScored(snapshot), news: new Map() })
  views.set(snapshot, view)
  return view
}

/** The scene that the server renders. `since`: Unix milliseconds, from which changes of places count; null for none. */
export function sceneOfSnapshot(
  snapshot: Scoreboard,
  { since, ...choice }: Omit<Choice, 'past'> & { since: number | null }
): Scene {
  const view = viewOfSnapshot(snapshot)
  return sceneOf(view, { ...choice, past: since === null ? null : pastPlaces(view.board.state, since) })
}

/**
 * All that the projector shows of a page of teams; a page that does not exist is the nearest one. Bloods are those of
 * the division.
 */
export function sceneOf(view: View, { division, page: requested, past }: Choice): Scene {
  const { state, cards } = view.board
  const teams = teamsOf(view, { division, search: '' })
  const pages = pagesOf(teams.length)
  const page = within(requested, pages)
  const groups = challengesAsShown(state, cards)
  const best = Math.max(1, teams[0]?.score ?? 0)
  const row = (team: TeamState): SceneRow => {
    const { name, avatar } = teamCard(cards, team)
    const place = (division === null ? team.rank : team.divisionRank) ?? 0
    const then = past?.places.get(team.id)
    const before = division === null ? then?.rank : then?.divisionRank
    return {
      id: team.id,
      name,
      avatar,
      place,
      change: before == null ? null : before - place,
      score: team.score,
      solved: team.solved,
      share: Math.round((Math.max(0, team.score) / best) * 1000) / 10,
      pips: pipsOf(team, groups)
    }
  }
  const news = (solve: Solve): News => newsOf(solve, view)
  const bloods = groups
    .flatMap(([, group]) => group.flatMap(bloodsOf))
    .filter(({ team }) => division === null || team.division === division)
    .sort(newestFirst)
  const first = bloods.find(({ kind }) => kind === 'FirstBlood')
  const blood = bloods[0]
  return {
    teams: teams.length,
    challenges: view.columns.length,
    categories: groups.map(([category]) => category),
    rows: teams.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(row),
    page,
    pages,
    first: first ? news(first) : null,
    blood: blood ? news(blood) : null,
    lines: linesOf(view, { division }, null),
    unsolved: view.columns
      .filter(({ solved }) => solved === 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, UNSOLVED),
    latest: newest(teams).map(news)
  }
}

const newestFirst = (a: Solve, b: Solve) => b.at - a.at || b.submissionId - a.submissionId

/** The newest solves. Each team's solves are in order of time, so only the last ones are read. */
function newest(teams: readonly TeamState[]): Solve[] {
  let found: Solve[] = []
  for (const { solves } of teams) {
    const oldest = found.length < LATEST ? Number.NEGATIVE_INFINITY : found.at(-1)!.at
    const last = solves.at(-1)
    if (!last || last.at < oldest) continue
    found = [...found, ...solves.filter(isCounted).slice(-LATEST)].sort(newestFirst).slice(0, LATEST)
  }
  return found
}

function newsOf(solve: Solve, { board: { cards } }: View): News {
  const card = challengeCard(cards, solve.challenge)
  const { value } = solve.challenge
  return {
    id: solve.submissionId,
    at: solve.at,
    participation: solve.team.id,
    team: teamCard(cards, solve.team).name,
    challenge: card.title,
    category: shownCategory(card),
    place: placeOf(solve.kind ?? 'Normal'),
    value,
    bonus: solve.points - value
  }
}

function pipsOf(team: TeamState, groups: ReturnType<typeof challengesAsShown>): number[] {
  const solved = new Set(team.solves.filter(isCounted).map(({ challenge }) => challenge))
  return groups.map(([, group]) => group.filter((one) => solved.has(one)).length / group.length)
}
