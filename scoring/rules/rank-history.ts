import type { BoardItem } from './contract'
import { compareTeams } from './settle'
import { fromWire } from './time'

/** Unix milliseconds from which a team had a rank. */
export interface RankStep {
  at: number
  rank: number
}

/** Oldest first; empty until the team scored. */
export interface RankHistory {
  steps: RankStep[]
  /** The best rank with its first time; null until the team scored. */
  best: RankStep | null
}

interface Scored {
  at: number
  team: number
  points: number
  solve: boolean
}

interface Runner {
  id: number
  score: number
  lastSolve: number | null
}

/** Most steps beside those at which the team itself scored. */
const MAX_STEPS = 200

/** Ranks at every time, by points as they are worth now (docs/rules/scoring.md#rank-history). */
export class RankHistories {
  readonly #scored: Scored[] = []
  readonly #participations: number[]
  readonly #places: Map<number, number>

  constructor(items: readonly BoardItem[]) {
    this.#participations = items.map(({ participationId }) => participationId)
    this.#places = new Map(items.map(({ id }, place) => [id, place]))
    items.forEach(({ solvedChallenges, adjustments }, team) => {
      for (const { time, score } of solvedChallenges)
        this.#scored.push({ at: fromWire(time), team, points: score, solve: true })
      for (const { time, points } of adjustments)
        this.#scored.push({ at: fromWire(time), team, points, solve: false })
    })
    this.#scored.sort((a, b) => a.at - b.at)
  }

  /** Null when the team is not on the board. */
  of(teamId: number): RankHistory | null {
    const place = this.#places.get(teamId)
    return place === undefined ? null : this.#follow(place)
  }

  #follow(own: number): RankHistory {
    const runners: Runner[] = this.#participations.map((id) => ({ id, score: 0, lastSolve: null }))
    const mine = runners[own] as Runner
    const isAhead = (runner: Runner) => compareTeams(runner, mine) < 0
    const ahead = runners.map(isAhead)
    let rank = 1 + ahead.filter(Boolean).length
    const steps: (RankStep & { own: boolean })[] = []
    for (let index = 0; index < this.#scored.length; ) {
      const { at } = this.#scored[index] as Scored
      let scored = false
      for (; this.#scored[index]?.at === at; index++) {
        const { team, points, solve } = this.#scored[index] as Scored
        const runner = runners[team] as Runner
        runner.score += points
        if (solve) runner.lastSolve = at
        if (team === own) scored = true
        else if (isAhead(runner) !== ahead[team]) {
          ahead[team] = !ahead[team]
          rank += ahead[team] ? 1 : -1
        }
      }
      if (scored) {
        runners.forEach((runner, team) => {
          ahead[team] = isAhead(runner)
        })
        rank = 1 + ahead.filter(Boolean).length
      } else if (steps.length === 0 || steps.at(-1)?.rank === rank) continue
      steps.push({ at, rank, own: scored })
    }
    const best = steps.reduce<RankStep | null>(
      (found, { at, rank }) => (found === null || rank < found.rank ? { at, rank } : found),
      null
    )
    return { steps: thinned(steps, best), best }
  }
}

/** All steps; of too many the team's own, the best, and the last of each of MAX_STEPS parts of the time. */
function thinned(steps: readonly (RankStep & { own: boolean })[], best: RankStep | null): RankStep[] {
  const [first, last] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0]
  const partOf = ({ at }: RankStep) => Math.floor(((at - first) / Math.max(1, last - first)) * MAX_STEPS)
  const isLast = (step: RankStep, index: number) => {
    const next = steps[index + 1]
    return next === undefined || partOf(next) !== partOf(step)
  }
  const kept =
    steps.length <= MAX_STEPS
      ? steps
      : steps.filter((step, index) => step.own || step.at === best?.at || isLast(step, index))
  return kept.map(({ at, rank }) => ({ at, rank }))
}
