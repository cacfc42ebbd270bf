import { searchFor } from '~/app/islands/runtime/search'
import {
  type BoardState,
  type Cards,
  challengeCard,
  challengesAsShown,
  isCounted,
  type PublicBoard,
  scoreHistory,
  settle,
  type TeamCard,
  type TeamState,
  teamCard
} from '~/scoring/rules'
import { shownCategory } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'
import { awardEntries } from '../award-entries'
import { emphasised, type Line } from '../chart/scale'
import { columnIndex, marksOf, placeOf, sameMarks } from '../marks'
import type { Column, Division, Entry, Row, Share, TeamDetail } from '../props'
import type { Query } from '../query'
import { minuteOf } from '../times'

export interface News {
  challenge: number
  until: number
}

/** The board at a moment. All views share its state: read ranks and points of the newest only. */
export interface View {
  board: PublicBoard
  ranking: readonly TeamState[]
  columns: readonly Column[]
  /** Changes only when columns change. */
  layout: Layout
  bonus: Bonus
  changedAt: number
  news: ReadonlyMap<number, News>
}

export interface Layout {
  key: string
  columns: readonly Pick<Column, 'id' | 'title' | 'category'>[]
  index: ReadonlyMap<number, number>
}

function layoutOf(columns: Column[], before: Layout | null): Layout {
  const key = JSON.stringify(columns.map(({ id, title, category }) => [id, title, category]))
  return before?.key === key ? before : { key, columns, index: columnIndex(columns) }
}

function columnsOf(state: BoardState, cards: Cards): Column[] {
  return challengesAsShown(state, cards).flatMap(([category, group]) =>
    group.map((challenge) => {
      const { id, value, solved } = challenge
      return { id, title: challengeCard(cards, challenge).title, category, value, solved }
    })
  )
}

/** Settles the board. The layout of `before` is kept where the columns are the same. */
export function viewOf(
  board: PublicBoard,
  before: View | null,
  { changedAt, news }: Pick<View, 'changedAt' | 'news'>
): View {
  const ranking = settle(board.state)
  const columns = columnsOf(board.state, board.cards)
  const layout = layoutOf(columns, before?.layout ?? null)
  return { board, ranking, columns, layout, bonus: board.state.bonus, changedAt, news }
}

type Choice = Pick<Query, 'division'> & Partial<Pick<Query, 'country'>>

/** True if a team has the chosen division and country, as far as they are chosen. */
export const isChosen = (
  team: TeamState,
  { board }: Pick<View, 'board'>,
  { division, country }: Choice
): boolean =>
  (division === null || team.division === division) &&
  (!country || teamCard(board.cards, team).country === country)

/** Teams of a division and a country that match a search, best first. */
export function teamsOf(
  { ranking, board }: Pick<View, 'ranking' | 'board'>,
  { search, ...choice }: Choice & Pick<Query, 'search'>
): readonly TeamState[] {
  if (choice.division === null && !choice.country && search === '') return ranking
  const wanted = searchFor(search)
  return ranking.filter(
    (team) => isChosen(team, { board }, choice) && wanted(teamCard(board.cards, team).name)
  )
}

const rows = new WeakMap<TeamState, { key: string; card: TeamCard; layout: Layout; row: Row }>()

/** A team's row. The same object, and the same marks, until something changes. */
export function rowOf(team: TeamState, { board, layout }: View): Row {
  const known = rows.get(team)
  const card = teamCard(board.cards, team)
  const key = `${team.revision} ${team.rank} ${team.divisionRank} ${team.division}`
  if (known?.key === key && known.card === card && known.layout === layout) return known.row
  const fresh = marksOf(
    team.solves.filter(isCounted).map(({ challenge, kind, at }) => ({
      challenge: challenge.id,
      kind: kind ?? 'Normal',
      minute: minuteOf(at)
    })),
    layout.index
  )
  const { id, name, avatar, country } = card
  const row: Row = {
    id: team.id,
    team: id,
    name,
    avatar,
    country,
    division: team.division,
    rank: team.rank,
    divisionRank: team.divisionRank,
    score: team.score,
    solved: team.solved,
    marks: known?.layout === layout && sameMarks(known.row.marks, fresh) ? known.row.marks : fresh
  }
  rows.set(team, { key, card, layout, row })
  return row
}

/** The reader's row; null when the team is not on the board, or not chosen. */
export function ownRowIn(view: View, own: number | null, choice: Choice): Row | null {
  const team = own === null ? undefined : view.board.state.teams.get(own)
  return team && team.rank > 0 && isChosen(team, view, choice) ? rowOf(team, view) : null
}

/** The divisions with how many teams each has now. */
export function divisionsIn({ ranking }: View, names: readonly string[]): Division[] {
  const counts = new Map<string | null, number>()
  for (const { division } of ranking) counts.set(division, (counts.get(division) ?? 0) + 1)
  return names.map((name) => ({ name, teams: counts.get(name) ?? 0 }))
}

const LEADERS = 10

/** Lines of the leaders, the teams to compare and the own team. */
export function linesOf(
  { ranking, board }: View,
  choice: Choice,
  own: number | null,
  pins: readonly number[] = []
): readonly Line[] {
  const { division } = choice
  const all = teamsOf({ ranking, board }, { ...choice, search: '' })
  const shown = all.slice(0, LEADERS).filter(({ solves, awards }) => solves.length + awards.length > 0)
  const mine = all.find(({ id }) => id === own)
  const compared = all.filter((team) => team !== mine && pins.includes(teamCard(board.cards, team).id))
  for (const team of [...compared, mine]) if (team && !shown.includes(team)) shown.push(team)
  const lines = shown.map((team) => ({
    id: team.id,
    team: teamCard(board.cards, team).id,
    name: teamCard(board.cards, team).name,
    place: (division === null ? team.rank : team.divisionRank) ?? 0,
    own: team.id === own,
    steps: scoreHistory(team).map(({ at, score }) => [at, score] as const)
  }))
  return emphasised(lines, pins)
}

function sharesOf({ board: { state, cards } }: View, team: TeamState): Share[] {
  return challengesAsShown(state, cards).map(([category, challenges]) => {
    const got = new Map(team.solves.map(({ challenge, points }) => [challenge, points]))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    return {
      category,
      points: sum(challenges.map((challenge) => got.get(challenge) ?? 0)),
      of: sum(challenges.map((challenge) => got.get(challenge) ?? challenge.value))
    }
  })
}

/** What the panel of a team shows, newest entries first; null for a team that is not ranked. */
export function detailOf(view: View, teamId: number): TeamDetail | null {
  const { cards } = view.board
  const team = view.ranking.find((one) => teamCard(cards, one).id === teamId)
  if (!team) return null
  const solves = team.solves.filter(isCounted).map(({ challenge, at, points, kind, solver }): Entry => {
    const card = challengeCard(cards, challenge)
    const category = shownCategory(card)
    return {
      ...{ at, points, title: card.title, category, place: placeOf(kind ?? 'Normal') },
      solver: cards.userName(solver)
    }
  })
  const awards = awardEntries(team.awards, (id) => cards.challenges.get(id))
  const { id, name, bio, avatar } = teamCard(cards, team)
  return {
    team: id,
    name,
    bio,
    avatar,
    division: team.division,
    rank: team.rank,
    divisionRank: team.divisionRank,
    score: team.score,
    solved: team.solved,
    entries: [...solves, ...awards].sort((a, b) => b.at - a.at),
    shares: sharesOf(view, team)
  }
}
