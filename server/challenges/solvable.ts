import type { Challenge } from './model'

/**
 * True if a right answer can exist: each team gets a flag, a checker decides, or there is a flag
 * (docs/rules/challenges.md#enabling).
 */
export const isSolvable = (
  { type, checker }: { type: Challenge['type']; checker: string | null | undefined },
  flags: number
): boolean => type === 'DynamicContainer' || Boolean(checker) || flags > 0

/** SQL: the same of challenge `challenge`. */
export const isSolvableSql = (challenge: string): string =>
  `(${challenge}.type = 'DynamicContainer' OR ${challenge}.checker IS NOT NULL
    OR EXISTS (SELECT FROM flags sf WHERE sf.challenge_id = ${challenge}.id))`
