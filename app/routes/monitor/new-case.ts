import { CASE_LIMITS } from '~/server/cases/constants'

/** Relative to the monitor's pages; at most as much evidence as a case takes at once. */
export const newCase = (evidence: readonly string[]): string =>
  `Cases/New?${evidence
    .slice(0, CASE_LIMITS.evidence)
    .map((one) => `evidence=${one}`)
    .join('&')}`
