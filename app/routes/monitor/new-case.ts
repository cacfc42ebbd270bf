import { CASE_LIMITS } from '~/server/cases/constants'

/** Address of a new case with this evidence, seen from a page of the monitor; of more than a case takes at once the first. */
export const newCase = (evidence: readonly string[]): string =>
  `Cases/New?${evidence
    .slice(0, CASE_LIMITS.evidence)
    .map((one) => `evidence=${one}`)
    .join('&')}`
