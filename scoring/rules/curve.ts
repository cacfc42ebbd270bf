import type { Curve } from '~/server/ledger/contract'

/** The curve of a challenge nobody has set one for (behaviour.md 4.1). */
export const DEFAULT_CURVE: Curve = { score: 1000, minRate: 0.25, difficulty: 5 }

/** Value of a challenge that `solvers` counted teams have solved (behaviour.md 4.2). */
export function challengeValue({ score, minRate, difficulty }: Curve, solvers: number): number {
  if (solvers <= 1) return score
  return Math.floor(score * (minRate + (1 - minRate) * Math.exp((1 - solvers) / difficulty)))
}

/** The value that a challenge never falls below, as shown to administrators (behaviour.md 4.2). */
export function leastValue({ score, minRate }: Curve): number {
  return Math.floor(minRate * score)
}
