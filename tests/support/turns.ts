import type { Database } from '~/server/platform/db'
import { until } from './until'

/**
 * Holds the lock that gives flags of a game their turns, as store_submissions() takes it, until `free`; `waited`: until
 * somebody waits for it.
 */
export async function lockTurns({ pool }: Database, gameId: number) {
  const stranger = await pool.connect()
  await stranger.query('SELECT pg_advisory_lock(1515, $1)', [gameId])
  const waited = () =>
    until(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [gameId]
      )
      return rowCount
    })
  const free = async () => {
    await stranger.query('SELECT pg_advisory_unlock(1515, $1)', [gameId])
    stranger.release()
  }
  return { waited, free }
}

/** Until `count` connections wait for a row, or for a transaction that changes one. */
export const waitForRows = ({ pool }: Database, count: number) =>
  until(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND wait_event <> 'advisory'`
    )
    return rowCount === count
  })
