import type { BoardItem } from '~/scoring'

/** Unix milliseconds, and points gained: of a solve at its present value, or of an award. */
export type Step = readonly [at: number, points: number]

export const stepsOf = ({
  solvedChallenges,
  adjustments
}: Pick<BoardItem, 'solvedChallenges' | 'adjustments'>) =>
  [
    ...solvedChallenges.map(({ time, score }): Step => [Date.parse(time), score]),
    ...adjustments.map(({ time, points }): Step => [Date.parse(time), points])
  ].sort(([a], [b]) => a - b)
