import type { Curve } from '~/server/ledger/contract'

/** The default for challenges (docs/rules/challenges.md#fields-and-defaults). */
export const DEFAULT_CURVE: Curve = { score: 1000, minRate: 0.25, difficulty: 5 }

/** Value after `solvers` counted solves (docs/rules/scoring.md#value-of-a-challenge). */
export function challengeValue({ score, minRate, difficulty, values }: Curve, solvers: number): number {
  if (values) return values[Math.min(solvers, values.length - 1)] as number
  if (solvers <= 1) return score
  return Math.floor(score * (minRate + (1 - minRate) * Math.exp((1 - solvers) / difficulty)))
}

/** The least value, for administrators (docs/rules/scoring.md#value-of-a-challenge). */
export function leastValue({ score, minRate, values }: Curve): number {
  if (values) return values.reduce((least, value) => Math.min(least, value))
  return Math.floor(minRate * score)
}
