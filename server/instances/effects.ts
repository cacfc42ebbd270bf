import { type Database, nullable, number, oneOf, rows, type Tx, uuid, uuids } from '~/server/db'
import { runAfterCommit } from '~/server/platform/after-commit'
import type { Log } from '~/server/platform/log'
import { AUDIENCE_SQL } from './audience'
import type { InstanceNotifications } from './notifications'
import { INSTANCE_KINDS, INSTANCE_STATES } from './states'

export interface InstanceEffects {
  publish(ids: readonly string[]): Promise<void>
  notifyWorkers(): void
}

const UPDATE = {
  id: uuid,
  gameId: nullable(number),
  challengeId: nullable(number),
  participationId: nullable(number),
  kind: oneOf(INSTANCE_KINDS),
  state: oneOf(INSTANCE_STATES),
  users: uuids
}

export const createEffects = (
  { pool }: Pick<Database, 'pool'>,
  notifications: Pick<InstanceNotifications, 'publish' | 'notifyWorkers'>
): InstanceEffects => ({
  async publish(ids) {
    if (ids.length === 0) return
    const updates = await rows(pool, UPDATE, {
      name: 'instance_updates',
      text: `SELECT i.id, i.game_id AS "gameId", i.challenge_id AS "challengeId", i.kind, i.state,
               i.participation_id AS "participationId",
               ${AUDIENCE_SQL} AS users
             FROM instances i WHERE i.id = ANY($1::uuid[])`,
      values: [ids]
    })
    for (const update of updates) notifications.publish(update)
  },
  notifyWorkers: () => notifications.notifyWorkers()
})

/** A transaction of a worker. */
export interface WorkerTx extends Tx {
  after(effect: () => unknown): void
}

/** Does not use change(): a worker has nobody to authorise or audit. */
export async function workerTransaction<T>(
  { db, log }: { db: Database; log: Log },
  work: (tx: WorkerTx) => Promise<T>
): Promise<T> {
  const effects: (() => unknown)[] = []
  const result = await db.transaction((tx) =>
    work({
      query: tx.query,
      get transaction() {
        return tx.transaction
      },
      after: (effect) => void effects.push(effect)
    })
  )
  await runAfterCommit(effects, log)
  return result
}
