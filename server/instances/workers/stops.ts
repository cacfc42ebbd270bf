import { bool, nullable, number, row, rows, uuid } from '~/server/db'
import { HOLDING } from '~/server/engines'
import { workerTransaction } from '../effects'
import { markInstancesGone } from '../ends'
import { addInstanceEvents } from '../events'
import type { ClaimedStop, InstanceWorkStore, WorkNeeds } from './contract'

/** Failed tries before an instance is stuck, and minutes between later tries. */
const STUCK_AFTER = 3
const STUCK_MINUTES = 5

const CLAIMED = { id: uuid, engineId: nullable(number), attempts: number, hosts: nullable(bool) }

type StopWork = Pick<InstanceWorkStore, 'claimStops' | 'removed' | 'notRemoved' | 'retryStuck'>

export function createStopWork({ db, log, effects }: WorkNeeds): StopWork {
  return {
    async claimStops(engineId, owner, slots, seconds) {
      const neverStarted = `state = 'queued' AND desired = 'down' AND engine_id IS NULL`
      await effects.publish(await markInstancesGone(db.pool, 'instances_never_started', neverStarted))
      if (slots <= 0) return []
      const claimed = await rows(db.pool, CLAIMED, {
        name: 'instances_claim_stops',
        text: `UPDATE instances SET state = CASE WHEN state = 'stuck' THEN 'stuck' ELSE 'stopping' END,
           attempts = CASE WHEN state IN ('stopping', 'stuck') THEN attempts ELSE 0 END,
           lease_owner = $2, lease_until = now() + $4 * interval '1 second'
         WHERE id IN (SELECT id FROM instances
           -- An earlier start of a queued one may have left objects on the engine.
           WHERE desired = 'down' AND (state IN ${HOLDING} OR state = 'queued') AND next_at <= now()
             AND engine_id IS NOT DISTINCT FROM $1::int AND (lease_until IS NULL OR lease_until < now())
           ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING id, engine_id AS "engineId", attempts, spec->>'egress' = 'hosts' AS hosts`,
        values: [engineId, owner, slots, seconds]
      })
      return claimed.map((one): ClaimedStop => ({ ...one, hosts: one.hosts === true }))
    },

    async removed(id, owner) {
      await workerTransaction({ db, log }, async (tx) => {
        await markInstancesGone(tx, 'instance_removed', 'id = $1 AND lease_owner = $2', [id, owner])
        tx.after(() => effects.publish([id]))
      })
    },

    async notRemoved(id, owner, error, away = false) {
      const failed = await row(
        db.pool,
        { newlyStuck: bool },
        `UPDATE instances i SET attempts = b.tries, error_text = $3, lease_owner = NULL, lease_until = NULL,
           state = CASE WHEN b.tries >= ${STUCK_AFTER} THEN 'stuck' ELSE i.state END,
           next_at = now() + CASE WHEN b.tries >= ${STUCK_AFTER} THEN interval '${STUCK_MINUTES} minutes'
             ELSE greatest(b.tries, 1) * interval '1 second' END
         -- Attempts of a start that was cancelled are none of its removal.
         FROM (SELECT id, state, CASE WHEN state IN ('stopping', 'stuck') THEN attempts ELSE 0 END
             + CASE WHEN $4 THEN 0 ELSE 1 END AS tries FROM instances WHERE id = $1) b
         WHERE i.id = $1 AND i.lease_owner = $2
         RETURNING i.state = 'stuck' AND b.state <> 'stuck' AS "newlyStuck"`,
        [id, owner, error.slice(0, 2000), away]
      )
      if (!failed) return
      const { newlyStuck } = failed
      await addInstanceEvents(db.pool, [id], newlyStuck ? 'stuck' : 'stop_failed', { detail: error })
      if (newlyStuck) log.error({ instance: id, reason: error.slice(0, 300) }, 'instance_stuck')
      else log.warn({ instance: id, reason: error.slice(0, 300) }, 'instance_not_removed')
      await effects.publish([id])
    },

    async retryStuck(engineId) {
      await db.pool.query(
        `UPDATE instances SET next_at = now() WHERE engine_id = $1 AND state = 'stuck' AND lease_owner IS NULL`,
        [engineId]
      )
    }
  }
}
