/** Rows of each list; what is cut off is named in `truncated`. */
export const MOST_ROWS = 50_000

export const PERSONAL_FORMAT = 'halyard-person'
export const PERSONAL_VERSION = 1
