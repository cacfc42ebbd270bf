/** Files that all teams of a challenge share. */
export const CHALLENGE_FILES = { files: 20, bytes: 2 * 1024 ** 3 } as const
