/** Two days, in minutes. */
export const MAX_EXTRA_MINUTES = 2880
export const MAX_EXTRA_REASON_LENGTH = 500
