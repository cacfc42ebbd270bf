interface Compared {
  challenge: string
  /** A boolean: each team has its own flag. */
  dynamic: string
  /** The flag of whoever answers, where it is `dynamic`; null = none. */
  own: string
  answer: string
}

/**
 * SQL: whether an answer is right, null for somebody without a flag (docs/rules/flags.md#verdicts). The judge and solve checks
 * share it, so that a check that passes means a flag that counts.
 */
export const isRight = ({
  challenge,
  dynamic,
  own,
  answer
}: Compared) => `CASE WHEN ${dynamic} THEN ${own} = ${answer}
  ELSE EXISTS (SELECT FROM flags f WHERE f.challenge_id = ${challenge} AND f.flag = ${answer}) END`
