/** Entries of the lists of a challenge that are answered at once, unless more are asked for, and at most. */
export const LISTED = { tries: 20, solvers: 50, most: 100 } as const
