/** Two days, in minutes. */
export const MOST_EXTRA_MINUTES = 2880
export const EXTRA_REASON_MOST = 500
