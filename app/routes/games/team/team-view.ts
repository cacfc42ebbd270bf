import { collapsedAdjustments } from '~/app/islands/scoreboard/award-entries'
import type { Step } from '~/app/islands/scoreboard/chart/scale'
import { placeOf } from '~/app/islands/scoreboard/marks'
import type { BloodPlace } from '~/app/islands/scoreboard/props'
import type { TeamCourse } from '~/scoring'
import { categoryName, regrouped, type ShownCategory } from '~/server/categories/constants'
import type { ShownFields } from '~/server/teams/contract'

export interface TeamView extends ShownFields {
  id: number
  name: string
  bio: string | null
  avatar: string | null
  division: string | null
  rank: number
  divisionRank: number | null
  score: number
  teams: number
  best: { at: number; rank: number } | null
  ranks: Step[]
  categories: CategoryView[]
  entries: EntryView[]
  players: PlayerView[]
}

interface CategoryView {
  name: ShownCategory
  points: number
  /** By challenge: null when unsolved. */
  marks: { id: number; title: string; place: BloodPlace | null }[]
}

export interface EntryView {
  at: number
  points: number
  /** Rank after it; null when not known yet. */
  rank: number | null
  /** Null for points beside solves. */
  title: string | null
  challenge: number | null
  category: ShownCategory
  place: BloodPlace
  solver: string | null
  /** Id of the solver, if everybody sees that person's page. */
  player: string | null
  /** Of points beside solves. */
  kind?: 'award' | 'penalty' | 'hint'
  reason?: string | null
  /** So many awards of a service as one. */
  times?: number
}

interface PlayerView {
  name: string
  /** Id, if everybody sees the page. */
  player: string | null
  solves: number
  categories: string[]
}

const NAMED = 3

/** `pages`: ids of those in the roster whose pages everybody sees, by name; `shown` is of now, also behind a freeze. */
export function teamView(
  { facts, challenges, item, history }: TeamCourse,
  pages: ReadonlyMap<string, string>,
  shown: ShownFields
): TeamView {
  const groups = regrouped(challenges)
  const known = new Map(
    groups.flatMap(([category, group]) => group.map((one) => [one.id, { ...one, category }]))
  )
  const solved = new Map(item.solvedChallenges.map((solve) => [solve.id, solve]))
  const ranks = new Map(history.steps.map(({ at, rank }) => [at, rank]))
  const rankAt = (at: number) => ranks.get(at) ?? null
  const solves = item.solvedChallenges.map(({ id, time, score, type, userName }): EntryView => {
    const { title = '', category = '' } = known.get(id) ?? {}
    const at = Date.parse(time)
    const of = { title, challenge: id, category, place: placeOf(type) }
    const by = { solver: userName, player: (userName !== null && pages.get(userName)) || null }
    return { at, points: score, rank: rankAt(at), ...of, ...by }
  })
  const awards = collapsedAdjustments(item.adjustments).map((award): EntryView => {
    const { time, points, kind, reason, times, challengeId } = award
    const at = Date.parse(time)
    const { title = null, category = '' } = known.get(challengeId ?? 0) ?? {}
    const of = { title, challenge: title === null ? null : challengeId!, category, place: 0 as const }
    return { at, points, rank: rankAt(at), ...of, solver: null, player: null, kind, reason, times }
  })
  return {
    id: item.id,
    name: item.name,
    bio: item.bio,
    avatar: item.avatar,
    ...shown,
    division: item.organization,
    rank: item.rank,
    divisionRank: item.organizationRank,
    score: item.score,
    teams: facts.teams,
    best: history.best,
    ranks: history.steps.map(({ at, rank }) => [at, rank] as const),
    categories: groups.map(([name, group]) => ({
      name,
      points: group.reduce((sum, { id }) => sum + (solved.get(id)?.score ?? 0), 0),
      marks: group.map(({ id, title }) => {
        const solve = solved.get(id)
        return { id, title, place: solve ? placeOf(solve.type) : null }
      })
    })),
    entries: [...solves, ...awards].sort((a, b) => b.at - a.at),
    players: playersOf(solves, pages)
  }
}

/** Only names that the board shows beside solves. */
function playersOf(solves: readonly EntryView[], pages: ReadonlyMap<string, string>): PlayerView[] {
  const players = new Map<string, Map<string, number>>()
  for (const { solver, category } of solves) {
    if (solver === null) continue
    const counts = players.get(solver) ?? new Map<string, number>()
    const named = categoryName(category)
    counts.set(named, (counts.get(named) ?? 0) + 1)
    players.set(solver, counts)
  }
  const made = [...players].map(([name, counts]) => ({
    name,
    player: pages.get(name) ?? null,
    solves: [...counts.values()].reduce((sum, count) => sum + count, 0),
    categories: [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, NAMED)
      .map(([category]) => category)
  }))
  return made.sort((a, b) => b.solves - a.solves)
}
