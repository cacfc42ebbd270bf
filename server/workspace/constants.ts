/** Characters of what a team notes about one challenge. */
export const MAX_NOTE_LENGTH = 10_000
