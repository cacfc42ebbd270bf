export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Per account. */
export const MOST_FACTORS = 10
export const LONGEST_FACTOR_NAME = 40
export const RECOVERY_CODES = 10
/** Minutes that a login waits for its second factor, and a new factor for its first code. */
export const STEP_MINUTES = 10
