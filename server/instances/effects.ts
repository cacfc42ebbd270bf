import { type Database, nullable, number, oneOf, rows, type Tx, uuid, uuids } from '~/server/db'
import type { Signals } from './signals'
import { INSTANCE_STATES } from './states'

/** What follows the commit of a change of instances. */
export interface InstanceEffects {
  /** Publishes how the instances stand now, to all processes. */
  publish(ids: readonly string[]): Promise<void>
  /** Has the workers look for something to start or to remove. */
  notifyWorkers(): void
}

const UPDATE = {
  id: uuid,
  gameId: nullable(number),
  challengeId: nullable(number),
  participationId: nullable(number),
  kind: oneOf(['team', 'test']),
  state: oneOf(INSTANCE_STATES),
  users: uuids
}

export const createEffects = (
  { pool }: Pick<Database, 'pool'>,
  signals: Pick<Signals, 'publish' | 'notifyWorkers'>
): InstanceEffects => ({
  async publish(ids) {
    if (ids.length === 0) return
    const updates = await rows(pool, UPDATE, {
      name: 'instance_updates',
      text: `SELECT i.id, i.game_id AS "gameId", i.challenge_id AS "challengeId", i.kind, i.state,
               i.participation_id AS "participationId",
               ARRAY(SELECT r.user_id FROM registrations r WHERE r.participation_id = i.participation_id) AS users
             FROM instances i WHERE i.id = ANY($1::uuid[])`,
      values: [ids]
    })
    for (const update of updates) signals.publish(update)
  },
  notifyWorkers: () => signals.notifyWorkers()
})

/** A transaction of a worker. */
export interface WorkerTx extends Tx {
  /** Runs after the commit, in the order given; never after a rollback. */
  after(effect: () => unknown): void
}

/** Runs a worker's transaction. It is no `change()`: nobody asked for it, so there is nobody to authorise or to audit. */
export async function workerTransaction<T>(db: Database, work: (tx: WorkerTx) => Promise<T>): Promise<T> {
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
  for (const effect of effects) await effect()
  return result
}
