import {
  type BoardState,
  bonusOf,
  challengeValue,
  isCounted,
  isDecayStopped,
  kindAt,
  pointsWithBonus
} from '~/scoring/rules'
import { compareTeams } from '~/scoring/rules/settle'
import { MINUTE_MS } from '~/server/platform/time'

export interface Past {
  at: number
  /** Ranks by participation; teams without a solve have none. */
  places: ReadonlyMap<number, { rank: number; divisionRank: number | null }>
}

const MAX_LOOK_BACK_MS = 60 * MINUTE_MS

/** An hour ago, or half of the elapsed time if less; null in the first two minutes. */
export function pastAt(start: number, now: number): number | null {
  const back = Math.min(MAX_LOOK_BACK_MS, (now - start) / 2)
  return back < MINUTE_MS ? null : Math.floor((now - back) / MINUTE_MS) * MINUTE_MS
}

const PLACES = [0, 1, 2, 3]

/** Ranks by the solves before `at`, at the values of that time. Changes nothing. */
export function pastPlaces(state: BoardState, at: number): Past {
  const teams = new Map<number, { id: number; score: number; lastSolve: number | null }>()
  const of = (id: number) => {
    const known = teams.get(id)
    if (known) return known
    const team = { id, score: 0, lastSolve: null }
    teams.set(id, team)
    return team
  }
  for (const { curve, solves, stopped } of state.challenges.values()) {
    const counted = solves.filter((solve) => solve.at < at && isCounted(solve))
    const value = challengeValue(curve, counted.filter((solve) => !isDecayStopped(stopped, solve.at)).length)
    const [first, second, third, later] = PLACES.map((place) =>
      pointsWithBonus(value, bonusOf(kindAt(place), state.bonus))
    ) as [number, number, number, number]
    counted.forEach((solve, place) => {
      const team = of(solve.team.id)
      team.score += place > 2 ? later : place === 2 ? third : place === 1 ? second : first
      if (team.lastSolve === null || team.lastSolve < solve.at) team.lastSolve = solve.at
    })
  }
  for (const { id, standing, awards } of state.teams.values())
    if (standing === 'counted' && teams.has(id))
      for (const award of awards) if (award.at < at) of(id).score += award.points
  return { at, places: placesOf(state, [...teams.values()].sort(compareTeams)) }
}

function placesOf(state: BoardState, ranking: { id: number }[]): Past['places'] {
  const divisions = new Map<string, number>()
  return new Map(
    ranking.map(({ id }, index) => {
      const division = state.teams.get(id)?.division ?? null
      const divisionRank = division === null ? null : (divisions.get(division) ?? 0) + 1
      if (division !== null && divisionRank !== null) divisions.set(division, divisionRank)
      return [id, { rank: index + 1, divisionRank }]
    })
  )
}
