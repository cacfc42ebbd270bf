/** What decides a challenge's value (docs/rules/scoring.md#value-of-a-challenge). */
interface Terms {
  originalScore: number
  minScoreRate: number
  difficulty: number
}

/**
 * Value of a challenge that `solvers` counted teams have solved and lowered. The board's rules say the same
 * (scoring/rules/curve.ts, which the domain does not know); a test holds the two together.
 */
export function currentScore({ originalScore, minScoreRate, difficulty }: Terms, solvers: number): number {
  if (solvers <= 1) return originalScore
  const share = minScoreRate + (1 - minScoreRate) * Math.exp((1 - solvers) / difficulty)
  return Math.floor(originalScore * share)
}

/** The value it never falls below. */
export function leastScore({ originalScore, minScoreRate }: Terms): number {
  return Math.floor(minScoreRate * originalScore)
}
