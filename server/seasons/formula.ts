import type { Formula } from './constants'

export interface Rules {
  formula: Formula
  /** Points of the first place, the second and so on; only for `places`. */
  placePoints: readonly number[]
  /** How many games of a team count; null: all. */
  best: number | null
}

/** A team with points on the final board of a game. */
export interface Result {
  gameId: number
  teamId: number
  /** The place from 1. */
  place: number
  /** More than 0. */
  score: number
}

export interface Counted extends Result {
  /** Points in thousandths. */
  points: number
  counted: boolean
}

export interface Total {
  teamId: number
  /** The place from 1; teams with equal points share one. */
  place: number
  /** Points in whole thousandths, so that equal sums are equal. */
  points: number
}

/**
 * A team's points for a game (docs/rules/seasons.md#formulas), in thousandths.
 * @param best score of the first team of the game
 * @param weight of the game, in hundredths
 */
export function seasonPoints(
  { formula, placePoints }: Pick<Rules, 'formula' | 'placePoints'>,
  { place, score }: Pick<Result, 'place' | 'score'>,
  best: number,
  weight: number
): number {
  if (formula === 'places') return (placePoints[place - 1] ?? 0) * weight * 10
  if (formula === 'share') return Math.round((score * weight * 1000) / best)
  return Math.round((score / best + 1 / place) * weight * 10)
}

function ofGame(rules: Rules, results: readonly Result[], weight: number): Counted[] {
  const best = Math.max(...results.filter(({ place }) => place === 1).map(({ score }) => score))
  return results.map((one) => ({ ...one, points: seasonPoints(rules, one, best, weight), counted: true }))
}

/** Marks the best games of a team as counted; of equal ones those with the lower id. */
function countBest(all: readonly Counted[], best: number): void {
  const ordered = [...all].sort((a, b) => b.points - a.points || a.gameId - b.gameId)
  const held = new Map<number, number>()
  for (const one of ordered) {
    const before = held.get(one.teamId) ?? 0
    one.counted = before < best
    held.set(one.teamId, before + 1)
  }
}

/**
 * The standing of a season (docs/rules/seasons.md#standing).
 * @param games results of each game, with its first team, and the weight in hundredths
 */
export function seasonStanding(
  rules: Rules,
  games: readonly { weight: number; results: readonly Result[] }[]
): { results: Counted[]; totals: Total[] } {
  const results = games.flatMap((game) => ofGame(rules, game.results, game.weight))
  if (rules.best !== null) countBest(results, rules.best)
  const sums = new Map<number, number>()
  for (const { teamId, points, counted } of results)
    sums.set(teamId, (sums.get(teamId) ?? 0) + (counted ? points : 0))
  const ordered = [...sums].sort(([a, of], [b, other]) => other - of || a - b)
  const totals: Total[] = []
  for (const [index, [teamId, points]] of ordered.entries()) {
    const before = totals.at(-1)
    totals.push({ teamId, points, place: before?.points === points ? before.place : index + 1 })
  }
  return { results, totals }
}
