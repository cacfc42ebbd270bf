/** Hints with a cost or a time of one challenge. */
export const MOST_PRICED = 32
/** Points that one hint may cost. */
export const MOST_COST = 1_000_000
