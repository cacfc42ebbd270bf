import type { Database } from '~/server/db'
import { until } from '../until'

/** Runs changes of one account at the same time: locks its row until each of them waits for it. */
export async function changeConcurrently(
  { pool }: Database,
  userId: string,
  ...changes: (() => Promise<unknown>)[]
): Promise<void> {
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId])
  const made = Promise.all(changes.map((change) => change()))
  await until(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    )
    return rowCount === changes.length
  })
  await holder.query('ROLLBACK')
  holder.release()
  await made
}
