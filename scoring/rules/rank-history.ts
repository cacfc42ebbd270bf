import type { BoardItem } from './contract'
import { better } from './settle'
import { fromWire } from './time'

/** From when on a team had a rank; times in Unix milliseconds. */
export interface RankStep {
  at: number
  rank: number
}

/** Ranks of a team over the time of a game, oldest first; none before it had scored. */
export interface RankHistory {
  steps: RankStep[]
  /** The best of them, the first time it was reached; null before the team had scored. */
  best: RankStep | null
}

interface Scored {
  at: number
  /** Place of the team among the items. */
  team: number
  points: number
  /** It counts for the time of the last solve. */
  solve: boolean
}

interface Runner {
  id: number
  score: number
  lastSolve: number | null
}

/** Steps kept beside those at which the team itself scored. */
const MOST = 200

/**
 * The ranks of every team of a board at every time, from points as they are worth now
 * (docs/rules/scoring.md#rank-history). Reading the teams costs once; a team then costs a pass over what all have scored.
 */
export class RankHistories {
  readonly #scored: Scored[] = []
  readonly #participations: number[]
  readonly #places: Map<number, number>

  /** @param items the teams of a board */
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

  /** @param teamId of a team, not of its participation; null when it is not on the board */
  of(teamId: number): RankHistory | null {
    const place = this.#places.get(teamId)
    return place === undefined ? null : this.#follow(place)
  }

  #follow(own: number): RankHistory {
    const runners: Runner[] = this.#participations.map((id) => ({ id, score: 0, lastSolve: null }))
    const mine = runners[own] as Runner
    const isAhead = (runner: Runner) => better(runner, mine) < 0
    const ahead = runners.map(isAhead)
    let rank = 1 + ahead.filter(Boolean).length
    const steps: (RankStep & { own: boolean })[] = []
    for (let index = 0; index < this.#scored.length; ) {
      const { at } = this.#scored[index] as Scored
      let scored = false
      // What happened at once is one step.
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

/** All steps, or of many the team's own, the best, and the last of each of equal parts of the time. */
function thinned(steps: readonly (RankStep & { own: boolean })[], best: RankStep | null): RankStep[] {
  const [first, last] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0]
  const partOf = ({ at }: RankStep) => Math.floor(((at - first) / Math.max(1, last - first)) * MOST)
  const isLast = (step: RankStep, index: number) => {
    const next = steps[index + 1]
    return next === undefined || partOf(next) !== partOf(step)
  }
  const kept =
    steps.length <= MOST
      ? steps
      : steps.filter((step, index) => step.own || step.at === best?.at || isLast(step, index))
  return kept.map(({ at, rank }) => ({ at, rank }))
}
