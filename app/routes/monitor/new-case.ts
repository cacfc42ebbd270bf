import { CASE_LIMITS } from '~/server/cases/constants'

/**
 * Address of a new case with this evidence, relative to the monitor's pages; only as much as a case takes at
 * once.
 */
export const newCase = (evidence: readonly string[]): string =>
  `Cases/New?${evidence
    .slice(0, CASE_LIMITS.evidence)
    .map((one) => `evidence=${one}`)
    .join('&')}`
