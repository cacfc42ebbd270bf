interface Compared {
  challenge: string
  /** A boolean: each team has its own flag. */
  dynamic: string
  /** The flag of the answering team or account if the challenge is `dynamic`; null = none. */
  own: string
  answer: string
  /** The id of the submission; absent where nothing was sent. */
  submission?: string
}

/**
 * SQL: whether an answer is right, null for somebody without a flag (docs/rules/flags.md#verdicts). The judge, corrections and
 * solve checks share it, so that what passes one passes all. What a checker decided goes before the flags.
 */
export const isRight = ({ challenge, dynamic, own, answer, submission }: Compared): string => {
  const byFlag = `CASE WHEN ${dynamic} THEN ${own} = ${answer}
  ELSE EXISTS (SELECT FROM flags f WHERE f.challenge_id = ${challenge} AND f.flag = ${answer}) END`
  if (!submission) return byFlag
  return `coalesce((SELECT k.is_right FROM flag_checks k WHERE k.submission_id = ${submission}), ${byFlag})`
}

/** SQL: the own flag of a team that tries challenge `c`: that of a test instance, or of the first file. */
export const triedFlagSql = (
  testFlag: string
): string => `CASE c.type WHEN 'DynamicContainer' THEN ${testFlag}
  ELSE (SELECT f.flag FROM flags f WHERE f.challenge_id = c.id ORDER BY f.id LIMIT 1) END`

/** SQL: flags of challenge `c` that a checker is told: the first hundred, or the `own` one where each team has another. */
export const flagsToCheckSql = (own: string): string =>
  `CASE WHEN c.type LIKE 'Dynamic%' THEN array_remove(ARRAY[${own}], NULL)
  ELSE ARRAY(SELECT f.flag FROM flags f WHERE f.challenge_id = c.id ORDER BY f.id LIMIT 100) END`
