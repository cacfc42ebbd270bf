import type { Line } from '~/app/islands/scoreboard/chart/scale'
import type { BoardItem } from '~/scoring'

/** Unix milliseconds, and points gained: of a solve at its present value, or of an award. */
export type Step = readonly [at: number, points: number]

/** Points as they came in, oldest first. */
export const scoreSteps = ({
  solvedChallenges,
  adjustments
}: Pick<BoardItem, 'solvedChallenges' | 'adjustments'>) =>
  [
    ...solvedChallenges.map(({ time, score }): Step => [Date.parse(time), score]),
    ...adjustments.map(({ time, points }): Step => [Date.parse(time), points])
  ].sort(([a], [b]) => a - b)

/** A team's line in a chart of scores, from present points (docs/rules/scoring.md#timelines). `place` stands before its name. */
export function scoreLine(item: BoardItem, place: number, own: boolean): Line {
  let total = 0
  return {
    id: item.participationId,
    team: item.id,
    name: item.name,
    place,
    own,
    steps: scoreSteps(item).map(([at, points]) => {
      total += points
      return [at, total] as const
    })
  }
}
