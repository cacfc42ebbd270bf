interface Terms {
  originalScore: number
  minScoreRate: number
  difficulty: number
}

/** Repeats scoring/rules/curve.ts, which this layer must not import; a test compares them. */
export function currentScore({ originalScore, minScoreRate, difficulty }: Terms, solvers: number): number {
  if (solvers <= 1) return originalScore
  const share = minScoreRate + (1 - minScoreRate) * Math.exp((1 - solvers) / difficulty)
  return Math.floor(originalScore * share)
}

export function leastScore({ originalScore, minScoreRate }: Terms): number {
  return Math.floor(minScoreRate * originalScore)
}
