import { settle } from './settle'
import { type BoardState, isCounted, type TeamState } from './state'

/** A division of this name has no timelines of its own. */
const OVERALL = 'all'

const BEST = 10

/** The ten best teams, overall first and then of each division (docs/rules/scoring.md#timelines). */
export function leadersByDivision(state: BoardState): Map<string, TeamState[]> {
  const ranking = settle(state)
  const best = new Map([[OVERALL, ranking.slice(0, BEST)]])
  for (const team of ranking) {
    if (team.division === null || team.division === OVERALL) continue
    const list = best.get(team.division)
    if (!list) best.set(team.division, [team])
    else if (list.length < BEST) list.push(team)
  }
  return best
}

/** Running total after each counted solve and award, by points as they are worth now; oldest first. */
export function scoreHistory(team: TeamState): { at: number; score: number }[] {
  const steps = [
    ...team.solves.filter(isCounted).map(({ at, points }) => ({ at, points })),
    ...team.awards
  ].sort((a, b) => a.at - b.at)
  let score = 0
  return steps.map(({ at, points }) => {
    score += points
    return { at, score }
  })
}
