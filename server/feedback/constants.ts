/** A rating has from one to five stars. */
export const MAX_STARS = 5
export const FEEDBACK_LINE = 280
/** Ratings without which players see no average, because few would tell who gave them. */
export const MIN_RATINGS = 5
