import type { Ctx } from '~/server/access/contract'
import type { Sql } from '~/server/db'
import { editConflict } from '~/server/platform/errors'

export interface VersionCheck {
  /** Ignores the session's own later writes, because clients send back objects that they read once. */
  ownWrites?: boolean
}

interface Versions extends VersionCheck {
  /** The edited version; null or absent = write anyway. */
  sent: number | null | undefined
  held: number
}

/** Audit entries contain the new version as `after.version`. */
const WRITTEN_BY_OTHERS = `
  SELECT FROM audit_events
  WHERE target = $1 AND (after->>'version')::int > $2 AND session IS DISTINCT FROM $3
  LIMIT 1`

/** @throws AppError `edit.conflict` 409 when somebody wrote `target` since `sent` */
export async function checkVersion(
  sql: Sql,
  ctx: Ctx,
  target: string,
  { sent, held, ownWrites = false }: Versions
): Promise<void> {
  if (sent == null || sent === held) return
  if (!ownWrites || sent > held) throw editConflict()
  const { rowCount } = await sql.query(WRITTEN_BY_OTHERS, [target, sent, ctx.actor?.sessionId ?? null])
  if (rowCount !== 0) throw editConflict()
}
