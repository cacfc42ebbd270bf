import { HOLDING } from '~/server/engines'
import { addEvent } from './history'
import { tellOf } from './news'
import type { ClaimedStop, Work, WorkNeeds } from './work'

/** Tries in a row until an instance counts as stuck, and minutes between tries from then on. */
const STUCK_AFTER = 3
const STUCK_MINUTES = 5

type StopWork = Pick<Work, 'claimStops' | 'removed' | 'notRemoved' | 'retryStuck'>

export function createStopWork({ db, log, signals }: WorkNeeds): StopWork {
  return {
    async claimStops(engineId, owner, slots, seconds) {
      const { rows: waiting } = await db.pool.query<{ id: string }>({
        name: 'instances_never_started',
        text: `WITH gone AS (
           UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
             ended_at = clock_timestamp(), next_at = NULL
           WHERE state = 'queued' AND desired = 'down' AND engine_id IS NULL RETURNING id, state, reason
         ), told AS (
           INSERT INTO instance_events (instance_id, event, reason) SELECT id, state, reason FROM gone
         ) SELECT id FROM gone`
      })
      await tellOf(
        db,
        signals,
        waiting.map(({ id }) => id)
      )
      if (slots <= 0) return []
      const { rows } = await db.pool.query<ClaimedStop>({
        name: 'instances_claim_stops',
        text: `UPDATE instances SET state = CASE WHEN state = 'stuck' THEN 'stuck' ELSE 'stopping' END,
           attempts = CASE WHEN state IN ('stopping', 'stuck') THEN attempts ELSE 0 END,
           lease_owner = $2, lease_until = now() + $4 * interval '1 second'
         WHERE id IN (SELECT id FROM instances
           -- One that waits to be started again may have left something there.
           WHERE desired = 'down' AND (state IN ${HOLDING} OR state = 'queued') AND next_at <= now()
             AND engine_id IS NOT DISTINCT FROM $1::int AND (lease_until IS NULL OR lease_until < now())
           ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING id, engine_id AS "engineId", attempts, spec->>'egress' = 'hosts' AS hosts`,
        values: [engineId, owner, slots, seconds]
      })
      return rows
    },

    async removed(id, owner) {
      await db.transaction(async (sql) => {
        const { rows } = await sql.query<{ state: string; reason: string }>(
          `UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
             ended_at = clock_timestamp(), next_at = NULL, lease_owner = NULL, lease_until = NULL
           WHERE id = $1 AND lease_owner = $2 RETURNING state, reason`,
          [id, owner]
        )
        if (rows[0]) await addEvent(sql, id, rows[0].state, rows[0].reason, null)
      })
      await tellOf(db, signals, [id])
    },

    async notRemoved(id, owner, error, away = false) {
      const { rows } = await db.pool.query<{ fresh: boolean }>(
        `UPDATE instances i SET attempts = b.tries, error_text = $3, lease_owner = NULL, lease_until = NULL,
           state = CASE WHEN b.tries >= ${STUCK_AFTER} THEN 'stuck' ELSE i.state END,
           next_at = now() + CASE WHEN b.tries >= ${STUCK_AFTER} THEN interval '${STUCK_MINUTES} minutes'
             ELSE greatest(b.tries, 1) * interval '1 second' END
         FROM (SELECT id, state, attempts + CASE WHEN $4 THEN 0 ELSE 1 END AS tries FROM instances WHERE id = $1) b
         WHERE i.id = $1 AND i.lease_owner = $2
         RETURNING i.state = 'stuck' AND b.state <> 'stuck' AS fresh`,
        [id, owner, error.slice(0, 2000), away]
      )
      if (!rows[0]) return
      await addEvent(db.pool, id, rows[0].fresh ? 'stuck' : 'stop_failed', null, error)
      if (rows[0].fresh) log.error({ instance: id, reason: error.slice(0, 300) }, 'instance_stuck')
      else log.warn({ instance: id, reason: error.slice(0, 300) }, 'instance_not_removed')
      await tellOf(db, signals, [id])
    },

    async retryStuck(engineId) {
      await db.pool.query(
        `UPDATE instances SET next_at = now() WHERE engine_id = $1 AND state = 'stuck' AND lease_owner IS NULL`,
        [engineId]
      )
    }
  }
}
