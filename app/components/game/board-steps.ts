import type { BoardItem } from '~/scoring'

/** Time in Unix milliseconds, and the points that came then: those of a solve as it is worth now, or of an award. */
export type Step = readonly [at: number, points: number]

/** How a team came to its score, oldest first. */
export const stepsOf = ({
  solvedChallenges,
  adjustments
}: Pick<BoardItem, 'solvedChallenges' | 'adjustments'>) =>
  [
    ...solvedChallenges.map(({ time, score }): Step => [Date.parse(time), score]),
    ...adjustments.map(({ time, points }): Step => [Date.parse(time), points])
  ].sort(([a], [b]) => a - b)
