import type { InstanceWorkStore, WorkNeeds } from './contract'

/** Days that an ended instance stays in lists. */
const RETENTION_DAYS = 90
const DELETED_AT_ONCE = 1000
/** Days of instances for solve checks, of which there may be thousands a day. */
const CHECKS_DAYS = 1

const DELETE = `DELETE FROM instances WHERE id IN (
  SELECT i.id FROM instances i LEFT JOIN games g ON g.id = i.game_id
  WHERE i.state IN ('ended', 'failed') AND coalesce(i.ended_at, i.requested_at) < $1::timestamptz - interval '${RETENTION_DAYS} days'
    AND (g.id IS NULL OR g.final_at < $1)
    OR i.kind = 'check' AND i.state IN ('ended', 'failed')
      AND coalesce(i.ended_at, i.requested_at) < $1::timestamptz - interval '${CHECKS_DAYS} days'
  LIMIT ${DELETED_AT_ONCE})`

export function createRetentionWork({ db }: WorkNeeds): Pick<InstanceWorkStore, 'purge'> {
  return {
    async purge(now, signal) {
      let deleted = 0
      while (!signal?.aborted) {
        const { rowCount } = await db.pool.query(DELETE, [now])
        deleted += rowCount ?? 0
        if ((rowCount ?? 0) < DELETED_AT_ONCE) break
      }
      return deleted
    }
  }
}
