import type { Change } from '~/server/change'
import { rows, text, uuid } from '~/server/db'
import { HOLDING } from '~/server/engines'
import type { InstanceEffects } from './effects'
import { endedBy, endInstances } from './ends'

/**
 * Ends all instances on an engine that is being deleted, in the caller's transaction: wanted ones are lost, and ending ones count
 * as removed. The caller has locked the engine and the ledgers of the games.
 * Rule: docs/rules/instances.md#engines-of-administrators
 */
export async function abandonInstances(
  tx: Change,
  engineId: number,
  effects: InstanceEffects
): Promise<void> {
  const held = await rows(
    tx,
    { id: uuid },
    `SELECT id FROM instances WHERE engine_id = $1 AND state IN ${HOLDING} ORDER BY id FOR UPDATE`,
    [engineId]
  )
  const ids = held.map(({ id }) => id)
  await endInstances(tx, { ids }, 'lost', endedBy(tx.ctx))
  const ended = await rows(
    tx,
    { id: uuid, state: text, reason: text },
    `UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
       reason = coalesce(reason, 'lost'), ended_at = clock_timestamp(), next_at = NULL, lease_owner = NULL, lease_until = NULL
     WHERE id = ANY($1::uuid[]) RETURNING id, state, reason`,
    [ids]
  )
  await tx.query(
    `INSERT INTO instance_events (instance_id, event, reason)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])`,
    [ended.map(({ id }) => id), ended.map(({ state }) => state), ended.map(({ reason }) => reason)]
  )
  tx.after(() => effects.publish(ids))
  tx.after(effects.notifyWorkers)
}
