interface Terms {
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Of a scoring function; null or absent without one. */
  values?: readonly number[] | null
}

/** Repeats scoring/rules/curve.ts, which this layer must not import; a test compares them. */
export function currentScore(
  { originalScore, minScoreRate, difficulty, values }: Terms,
  solvers: number
): number {
  if (values) return values[Math.min(solvers, values.length - 1)]!
  if (solvers <= 1) return originalScore
  const share = minScoreRate + (1 - minScoreRate) * Math.exp((1 - solvers) / difficulty)
  return Math.floor(originalScore * share)
}

export function leastScore({ originalScore, minScoreRate, values }: Terms): number {
  if (values) return values.reduce((least, value) => Math.min(least, value))
  return Math.floor(minScoreRate * originalScore)
}
