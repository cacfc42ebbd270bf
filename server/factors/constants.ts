export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Factors that one account may have. */
export const MOST_FACTORS = 10
export const LONGEST_FACTOR_NAME = 40
/** Recovery codes of an account. */
export const RECOVERY_CODES = 10
/** How long a login waits for its second factor, and a new factor to be tried. */
export const STEP_MINUTES = 10
