/** How many people a game may have, and how many games a person may be staff of: each login carries all of them. */
export const STAFF_LIMITS = { people: 50, games: 100 } as const
