import type { Bonus } from '~/server/ledger/contract'
import { bonusOf, kindAt, pointsWithBonus, type SolveKind } from './bonus'
import { challengeValue } from './curve'
import { type BoardState, type ChallengeState, isCounted, isDecayStopped, type TeamState } from './state'

/** Prices what changed, sums its teams, and ranks. @returns the counted teams, best first */
export function settle(state: BoardState): TeamState[] {
  const { stale } = state
  if (stale.challenges.size === 0 && stale.teams.size === 0 && !stale.ranking) return state.ranking
  for (const challenge of stale.challenges) price(state, challenge)
  for (const team of stale.teams) sum(team)
  rank(state)
  stale.challenges.clear()
  stale.teams.clear()
  stale.ranking = false
  return state.ranking
}

/** The value of a challenge by its solves; `points` by place in blood order, with the bonus, the last for all later ones. */
export function priceChallenge({ stopped, solves, curve }: ChallengeState, bonus: Bonus) {
  let solved = 0
  let free = 0
  for (const solve of solves) {
    if (!isCounted(solve)) continue
    solved++
    if (stopped.length > 0 && isDecayStopped(stopped, solve.at)) free++
  }
  const value = challengeValue(curve, solved - free)
  const points = [0, 1, 2, 3].map((place) => pointsWithBonus(value, bonusOf(kindAt(place), bonus)))
  return { solved, free, value, points }
}

function price(state: BoardState, challenge: ChallengeState): void {
  const { solved, free, value, points } = priceChallenge(challenge, state.bonus)
  challenge.solved = solved
  challenge.free = free
  challenge.revision++
  challenge.value = value
  let place = 0
  for (const solve of challenge.solves) {
    const counted = isCounted(solve)
    const kind: SolveKind | null = counted ? kindAt(place) : null
    const worth = counted ? (points[Math.min(place, 3)] as number) : 0
    if (counted) place++
    if (solve.kind === kind && solve.points === worth) continue
    solve.kind = kind
    solve.points = worth
    solve.team.revision++
    state.stale.teams.add(solve.team)
  }
}

function sum(team: TeamState): void {
  let score = 0
  for (const award of team.awards) score += award.points
  team.solved = 0
  team.lastSolve = null
  for (const solve of team.solves) {
    if (solve.kind === null) continue
    score += solve.points
    team.solved++
    team.lastSolve = solve.at
  }
  team.score = score
}

type Ranked = Pick<TeamState, 'id' | 'score' | 'lastSolve'>

/** Score, then earlier last solve (none comes last), then participation id (docs/rules/scoring.md#ranking). */
export function compareTeams(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score
  const one = a.lastSolve ?? Number.POSITIVE_INFINITY
  const other = b.lastSolve ?? Number.POSITIVE_INFINITY
  return one === other ? a.id - b.id : one - other
}

/** Starts with the last order, since sorting a nearly sorted list is cheap. */
function rank(state: BoardState): void {
  const ranking: TeamState[] = []
  for (const team of state.ranking) {
    if (team.standing === 'counted') ranking.push(team)
    else team.rank = 0
    team.divisionRank = null
  }
  for (const team of state.stale.teams) if (team.standing === 'counted' && team.rank === 0) ranking.push(team)
  placeTeams(state, ranking.sort(compareTeams))
}

/** @param ranking all counted teams, best first */
export function placeTeams(state: BoardState, ranking: TeamState[]): void {
  const places = new Map<string, number>()
  ranking.forEach((team, index) => {
    team.rank = index + 1
    if (team.division === null) return
    team.divisionRank = (places.get(team.division) ?? 0) + 1
    places.set(team.division, team.divisionRank)
  })
  state.ranking = ranking
}
