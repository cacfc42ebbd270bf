import { rows, type Sql, text } from '~/server/db'

const MASK = '••••••'

/** Shorter texts are no secrets, and hiding them would make output unreadable. */
const SHORTEST = 4

/**
 * Hides the flags of an instance's challenge in its output: that of its team or test, and those that solve it for
 * everybody. Flags are shown nowhere but in the lists of flags and submissions.
 */
export async function createFlagMask(sql: Sql, id: string): Promise<(output: string) => string> {
  const found = await rows(
    sql,
    { flag: text },
    `SELECT o.flag FROM instances i JOIN team_flags o
       ON o.challenge_id = i.challenge_id AND o.participation_id = i.participation_id WHERE i.id = $1
     UNION ALL SELECT d.decoy FROM instances i JOIN team_decoys d
       ON d.challenge_id = i.challenge_id AND d.participation_id = i.participation_id WHERE i.id = $1
     UNION ALL (SELECT f.flag FROM instances i JOIN flags f ON f.challenge_id = i.challenge_id WHERE i.id = $1 LIMIT 200)
     UNION ALL SELECT test_flag FROM instances WHERE id = $1 AND test_flag IS NOT NULL`,
    [id]
  )
  const flags = found.map(({ flag }) => flag).filter(({ length }) => length >= SHORTEST)
  return (output) => flags.reduce((masked, flag) => masked.replaceAll(flag, MASK), output)
}
