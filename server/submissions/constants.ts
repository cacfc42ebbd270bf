/** Entries of a challenge's lists in one part, unless more are asked for, and at most. */
export const LISTED = { tries: 20, solvers: 50, most: 100 } as const
