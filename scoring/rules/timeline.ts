import { settle } from './settle'
import { type BoardState, counts, type TeamState } from './state'

/** Key of the overall timelines; a division of that name has none of its own. */
export const OVERALL = 'all'

const BEST = 10

/** The ten best teams overall (`all`, first) and of each division (docs/rules/scoring.md#timelines). */
export function leaders(state: BoardState): Map<string, TeamState[]> {
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

/** Running total after each counted solve and award, at the points they are worth now; oldest first. */
export function history(team: TeamState): { at: number; score: number }[] {
  const steps = [
    ...team.solves.filter(counts).map(({ at, points }) => ({ at, points })),
    ...team.awards
  ].sort((a, b) => a.at - b.at)
  let score = 0
  return steps.map(({ at, points }) => {
    score += points
    return { at, score }
  })
}
