export const MAX_PRICED = 32
export const MAX_COST = 1_000_000
