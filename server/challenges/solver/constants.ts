/** Most words of a command, characters of one, variables; seconds; minutes. */
export const SOLVER_LIMITS = {
  words: 64,
  argument: 4096,
  variables: 32,
  timeout: 300,
  every: { least: 5, most: 1440 }
} as const

/** See docs/rules/solve-checks.md#states. */
export const CHECK_STATES = ['never', 'passing', 'failing', 'unknown'] as const
export type CheckState = (typeof CHECK_STATES)[number]
