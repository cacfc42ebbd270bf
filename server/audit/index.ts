import { type Ctx, callerUserId } from '~/server/access/contract'
import type { Sql } from '~/server/db'

export { diffFields } from './changes'
export { checkVersion, type VersionCheck } from './version'

export interface AuditEntry {
  /** Past tense, such as `participation_status_changed`. */
  action: string
  target: string
  before?: unknown
  after?: unknown
  /** An account that has just proven its identity, before it has a session. */
  by?: string
}

/** Within the transaction of the change (docs/rules/staff.md#audit). Not for accounts of a rehearsal. */
export async function audit(
  sql: Sql,
  ctx: Ctx,
  { action, target, before, after, by }: AuditEntry
): Promise<void> {
  if (ctx.actor?.rehearsal) return
  await sql.query(
    `INSERT INTO audit_events (at, actor_id, session, ip, action, target, before, after, token)
     VALUES (now(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      by ?? callerUserId(ctx),
      ctx.actor?.sessionId ?? null,
      ctx.ip,
      action,
      target,
      JSON.stringify(before ?? null),
      JSON.stringify(after ?? null),
      ctx.actor?.token?.name ?? null
    ]
  )
}
