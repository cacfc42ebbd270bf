import type { Curve } from '~/server/ledger/contract'
import { leastValue } from './curve'

type Terms = Pick<Curve, 'score' | 'minRate' | 'difficulty'>

/** Functions beside the standard curve, by which a challenge loses value (docs/rules/scoring.md#scoring-functions). */
export const SCORING_FUNCTIONS = ['static', 'linear', 'logarithmic'] as const
export type ScoringFunction = (typeof SCORING_FUNCTIONS)[number]

/** Counted solves for which a list has values; the last one serves for more. */
export const MAX_VALUES = 1000

/** Less than this above a whole number is an error of double precision. */
const TOLERANCE = 1e-6

/** Share of the way to the least value, by the share of `difficulty` that has solved. */
const FALL: Record<ScoringFunction, (share: number) => number> = {
  static: () => 0,
  linear: (share) => share,
  logarithmic: (share) => share * share
}

export const isScoringFunction = (name: unknown): name is ScoringFunction =>
  (SCORING_FUNCTIONS as readonly unknown[]).includes(name)

/** Values for 0, 1, 2… counted solves, of which the last serves for more. */
export function functionValues(name: ScoringFunction, terms: Terms): number[] {
  const { score, difficulty } = terms
  const least = leastValue(terms)
  const fall = FALL[name]
  const values = [score]
  while (name !== 'static' && values.at(-1)! > least && values.length <= MAX_VALUES) {
    // The first solve takes nothing away.
    const share = Math.min(1, (values.length - 1) / difficulty)
    values.push(Math.max(least, Math.ceil(score - (score - least) * fall(share) - TOLERANCE)))
  }
  return values
}
