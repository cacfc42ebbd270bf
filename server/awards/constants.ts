/** Teams in one call. */
export const MAX_AWARDED = 100
export const MAX_KEY_LENGTH = 100
export const MAX_REASON_LENGTH = 200
/** Teams and challenges whose sums are listed, the largest first. */
export const MAX_SUMS = 500
