/** Characters of what a team notes about one challenge. */
export const LONGEST_NOTE = 10_000
