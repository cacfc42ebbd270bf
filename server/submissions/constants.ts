export const LISTED = { tries: 20, solvers: 50, most: 100 } as const
