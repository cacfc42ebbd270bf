export const HINTS = ['length', 'lower', 'upper', 'digit', 'symbol'] as const
export type Hint = (typeof HINTS)[number]

export const PASSWORD_MIN = 6

const TESTS: Record<Hint, (password: string) => boolean> = {
  length: (password) => password.length >= PASSWORD_MIN,
  lower: (password) => /\p{Ll}/u.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  symbol: (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password)
}

/** The hints that a password meets already. */
export const followed = (password: string): ReadonlySet<Hint> =>
  new Set(HINTS.filter((hint) => TESTS[hint](password)))
