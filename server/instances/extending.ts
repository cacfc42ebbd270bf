import { callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { rows, uuid } from '~/server/db'

/** SQL: an instance serves its players. */
export const SERVING_SQL = `desired = 'up' AND state IN ('ready', 'unhealthy')`
/** SQL: an instance serves its players, and its end has not come. */
export const BEFORE_END_SQL = `${SERVING_SQL} AND expires_at > clock_timestamp()`

/** SQL: the team of instance `i` solved its challenge since it asked for it: it lives on as the challenge says, and no longer. */
export const SOLVED_MEANWHILE_SQL = `EXISTS (SELECT FROM solves s WHERE s.challenge_id = i.challenge_id
  AND s.participation_id = i.participation_id AND s.solved_at >= i.requested_at)`

/**
 * Has instances end later, and notes it as an event of each. The caller publishes them after the commit.
 * @param where SQL condition for instances `i`; its `values` are $3 and on
 * @returns ids of the extended instances
 */
export async function extendWhere(
  tx: Change,
  minutes: number,
  where: string,
  values: readonly unknown[]
): Promise<string[]> {
  const extended = await rows(
    tx,
    { id: uuid },
    `WITH extended AS (
       UPDATE instances i SET expires_at = expires_at + $1 * interval '1 minute', extensions = extensions + 1
       WHERE ${where} RETURNING id
     )
     INSERT INTO instance_events (instance_id, event, detail, actor_id)
     SELECT id, 'extended', $1::text, $2 FROM extended RETURNING instance_id AS id`,
    [minutes, callerUserId(tx.ctx), ...values]
  )
  return extended.map(({ id }) => id)
}
