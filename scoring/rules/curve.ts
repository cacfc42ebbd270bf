import type { Curve } from '~/server/ledger/contract'

/** Of a challenge without a curve of its own (docs/rules/challenges.md#fields-and-defaults). */
export const DEFAULT_CURVE: Curve = { score: 1000, minRate: 0.25, difficulty: 5 }

/** Value after `solvers` counted solves (docs/rules/scoring.md#value-of-a-challenge). */
export function challengeValue({ score, minRate, difficulty }: Curve, solvers: number): number {
  if (solvers <= 1) return score
  return Math.floor(score * (minRate + (1 - minRate) * Math.exp((1 - solvers) / difficulty)))
}

/** The least value, for administrators (docs/rules/scoring.md#value-of-a-challenge). */
export function leastValue({ score, minRate }: Curve): number {
  return Math.floor(minRate * score)
}
