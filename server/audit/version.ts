import type { Ctx } from '~/server/access/contract'
import type { Sql } from '~/server/db'
import { editConflict } from '~/server/platform/errors'

/** How strictly a write looks at the version that was edited. */
export interface VersionCheck {
  /**
   * A version that only the caller's own session has written past will do: clients of the contract send whole objects
   * back as they read them once, members they do not know included.
   */
  ownWrites?: boolean
}

interface Versions extends VersionCheck {
  /** The version that was edited; null or absent = write anyway. */
  sent: number | null | undefined
  held: number
}

/** Audit entries of a write carry the version it made, as `after.version`. */
const WRITTEN_BY_OTHERS = `
  SELECT FROM audit_events
  WHERE target = $1 AND (after->>'version')::int > $2 AND session IS DISTINCT FROM $3
  LIMIT 1`

/** @throws AppError `edit.conflict` 409 when somebody wrote `target` after the version that was edited */
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
