import type { Change } from '~/server/change'
import { rows, uuid } from '~/server/db'
import { HOLDING } from '~/server/engines'
import type { InstanceEffects } from './effects'
import { endedBy, endInstances, markInstancesGone } from './ends'

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
  await markInstancesGone(tx, 'instances_gone', 'id = ANY($1::uuid[])', [ids])
  tx.after(() => effects.publish(ids))
  tx.after(effects.notifyWorkers)
}
