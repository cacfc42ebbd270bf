export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Per account. */
export const MAX_FACTORS = 10
export const MAX_FACTOR_NAME_LENGTH = 40
export const RECOVERY_CODES = 10
/** Minutes that a login waits for its second factor, and a new factor for its first code. */
export const STEP_MINUTES = 10
