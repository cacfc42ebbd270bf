export const MOST_PRICED = 32
export const MOST_COST = 1_000_000
