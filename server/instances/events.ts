import type { Sql } from '~/server/db'

const MAX_DETAIL_LENGTH = 2000

interface EventFacts {
  reason?: string | null
  /** Kept to its first 2000 characters. */
  detail?: string | null
  actorId?: string | null
}

/** Adds a line to the history of each instance, in the caller's transaction or on its own. */
export async function addInstanceEvents(
  sql: Sql,
  ids: readonly string[],
  event: string,
  { reason = null, detail = null, actorId = null }: EventFacts = {}
): Promise<void> {
  await sql.query({
    name: 'instance_events',
    text: `INSERT INTO instance_events (instance_id, event, reason, detail, actor_id)
      SELECT id, $2, $3, $4, $5 FROM unnest($1::uuid[]) AS t (id)`,
    values: [ids, event, reason, detail?.slice(0, MAX_DETAIL_LENGTH) ?? null, actorId]
  })
}
