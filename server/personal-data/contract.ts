/** Most rows of each list; `truncated` names the lists that were cut. */
export const MAX_ROWS = 50_000

export const PERSONAL_FORMAT = 'halyard-person'
export const PERSONAL_VERSION = 1
