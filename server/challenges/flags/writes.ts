import type { Change } from '~/server/change'
import { bool, number, row, type Sql, text } from '~/server/db'
import { AppError, isForeignKeyViolation } from '~/server/platform/errors'
import type { TaskStatus } from '~/server/platform/wire'
import { moveToTrash } from '~/server/trash'
import type { FlagsInput } from '../contract'
import { checkDecoys } from './decoys'

/** Inserts missing flags and counts present ones. Callers hold the ledger's lock, so no two run at once. */
const ADD = `
  WITH given AS (
    SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      WITH ORDINALITY AS g (flag, type, hash, url, decoy, place)
  ), added AS (
    INSERT INTO flags (challenge_id, flag, decoy)
    SELECT $1, flag, decoy FROM given g
    WHERE NOT EXISTS (SELECT FROM flags f WHERE f.challenge_id = $1 AND f.flag = g.flag)
    ORDER BY place
    RETURNING id, flag
  ), attached AS (
    INSERT INTO attachments (challenge_id, flag_id, type, hash, name, remote_url)
    SELECT $1, a.id, g.type, g.hash, CASE WHEN g.type = 'Local' THEN coalesce(u.name, a.flag) END, g.url
    FROM added a JOIN given g ON g.flag = a.flag AND g.type <> 'None' LEFT JOIN uploads u ON u.hash = g.hash
    RETURNING hash
  ), taken AS (
    DELETE FROM uploads WHERE hash IN (SELECT hash FROM attached)
  )
  SELECT (SELECT count(*)::int FROM added) AS count,
         (SELECT count(*)::int FROM flags WHERE challenge_id = $1) AS all`

/**
 * Skips flags that the challenge has. `count`: how many are new, `all`: how many it has then. Callers hold the ledger's
 * lock.
 * @throws AppError `file.not_found` for a file that nobody uploaded, and as `checkDecoys` does
 */
export async function insertFlags(
  sql: Sql,
  challengeId: number,
  given: [flag: string, FlagsInput[number]][]
): Promise<{ count: number; all: number }> {
  const local = (one: FlagsInput[number]) => (one.attachmentType === 'Local' ? one.fileHash : null)
  const remote = (one: FlagsInput[number]) => (one.attachmentType === 'Remote' ? one.remoteUrl : null)
  // Locks blobs before inserting, in the same order as deletion does.
  await sql.query('SELECT FROM blobs WHERE hash = ANY($1) ORDER BY hash FOR NO KEY UPDATE', [
    given.map(([, one]) => local(one))
  ])
  try {
    const added = await row(sql, { count: number, all: number }, ADD, [
      challengeId,
      given.map(([flag]) => flag),
      given.map(([, { attachmentType }]) => attachmentType),
      given.map(([, one]) => local(one)),
      given.map(([, one]) => remote(one)),
      given.map(([, one]) => one.decoy ?? null)
    ])
    if (added!.count > 0) await checkDecoys(sql, challengeId)
    return added!
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('file.not_found')
    throw error
  }
}

const FREE = `
  SELECT flag, NOT EXISTS (SELECT FROM team_flags o WHERE o.flag_id = f.id) AS free FROM flags f
  WHERE id = $1 AND challenge_id = $2`

/** Moves a free flag to the trash; its row lock waits for a running draw. */
export async function removeFree(
  tx: Change,
  { id: challengeId, gameId }: { id: number; gameId: number },
  flagId: number
): Promise<TaskStatus> {
  const own = [flagId, challengeId]
  const found = await tx.query('SELECT FROM flags WHERE id = $1 AND challenge_id = $2 FOR UPDATE', own)
  if (found.rowCount === 0) return 'NotFound'
  const flag = await row(tx, { flag: text, free: bool }, FREE, own)
  if (!flag?.free) return 'Denied'
  await moveToTrash(tx, { kind: 'flag', id: flagId, title: flag.flag, gameId })
  await tx.query('DELETE FROM flags WHERE id = $1', [flagId])
  return 'Success'
}
