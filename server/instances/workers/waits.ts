import type { Sql } from '~/server/db'
import type { QueueReason } from '../states'
import { imagesHere, openElsewhere, readyElsewhere, runsHere } from './placement'

/** An instance of the queue, and why it is not started now. */
export interface Wait {
  id: string
  reason: QueueReason
}

/** Records why instances that were looked at wait. */
export async function recordWaits(sql: Sql, waits: readonly Wait[]): Promise<void> {
  if (waits.length === 0) return
  await sql.query(
    `UPDATE instances i SET waits_for = w.reason FROM unnest($1::uuid[], $2::text[]) AS w (id, reason)
     WHERE i.id = w.id AND i.state = 'queued'`,
    [waits.map(({ id }) => id), waits.map(({ reason }) => reason)]
  )
}

/** Records for the whole queue that the only engines start nothing, but for rows that others have locked. */
export async function recordBlock(sql: Sql, reason: QueueReason): Promise<void> {
  await sql.query({
    name: 'instances_note_block',
    text: `UPDATE instances SET waits_for = $1 WHERE id IN (
       SELECT id FROM instances WHERE state = 'queued' AND desired = 'up' AND waits_for IS DISTINCT FROM $1
       FOR UPDATE SKIP LOCKED)`,
    values: [reason]
  })
}

/** What engine `$1` lacks for `q` is no reason while another one has it. */
const REASON = `CASE
  WHEN NOT ${runsHere('q')} THEN CASE WHEN ${openElsewhere('q')} THEN q.waits_for ELSE 'needs_docker' END
  WHEN NOT ${imagesHere('q')} THEN CASE WHEN ${readyElsewhere('q')} THEN q.waits_for ELSE 'image' END
  WHEN $3::bool AND q.waits_for = 'predecessor' THEN q.waits_for
  ELSE 'turn' END`

/**
 * Records why all others of the queue wait on this engine, but for rows that others have locked.
 * @param seen ids of those that were looked at
 * @param full the engine had no slot: those that wait for a predecessor go on waiting for it
 */
export async function recordOtherWaits(
  sql: Sql,
  engineId: number,
  seen: readonly string[],
  { full }: { full: boolean }
): Promise<void> {
  await sql.query({
    name: 'instances_note_others',
    text: `UPDATE instances i SET waits_for = w.reason FROM (
       SELECT q.id, r.reason FROM instances q CROSS JOIN LATERAL (SELECT ${REASON} AS reason) r
       WHERE q.state = 'queued' AND q.desired = 'up' AND NOT q.id = ANY($2::uuid[]) AND r.reason IS DISTINCT FROM q.waits_for
       FOR UPDATE OF q SKIP LOCKED) w
     WHERE i.id = w.id`,
    values: [engineId, seen, full]
  })
}
