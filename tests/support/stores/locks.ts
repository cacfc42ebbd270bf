import { createDatabase, type Database, LOCK_KEYS, type Tx } from '~/server/db'
import { until } from '../until'

/** Locks the `intake` of a game on another connection until `unlock`. `waited` resolves when somebody waits for it. */
export async function lockIntake({ pool }: Database, gameId: number) {
  const holder = await pool.connect()
  await holder.query('SELECT pg_advisory_lock($1, $2)', [LOCK_KEYS.intake, gameId])
  const waited = () =>
    until(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [gameId]
      )
      return rowCount
    })
  const unlock = async () => {
    await holder.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_KEYS.intake, gameId])
    holder.release()
  }
  return { waited, unlock }
}

/** Runs a transaction on a pool of its own, so that code called inside may use the connections of the test. */
export async function inOtherTransaction(
  databaseUrl: string,
  work: (tx: Tx) => Promise<void>
): Promise<void> {
  const other = createDatabase(databaseUrl, { max: 1 })
  await other.transaction(work).finally(() => other.close())
}

/** Waits until `count` connections or more wait for a row, or for a transaction that changes one. */
export const waitForRowLocks = ({ pool }: Database, count: number) =>
  until(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND wait_event <> 'advisory'`
    )
    return (rowCount ?? 0) >= count
  })
