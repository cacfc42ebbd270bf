import { nullable, number, row, type Sql } from '~/server/db'
import { lockAll } from '~/server/ledger'

/** Kept characters of output, the last ones. */
export const LONGEST_LOG = 65_536

/** Writes an event, in the caller's transaction or on its own. */
export async function addEvent(
  sql: Sql,
  id: string,
  name: string,
  reason: string | null,
  detail: string | null
): Promise<void> {
  await sql.query({
    name: 'instance_event',
    text: 'INSERT INTO instance_events (instance_id, event, reason, detail) VALUES ($1, $2, $3, $4)',
    values: [id, name, reason, detail?.slice(0, 2000) ?? null]
  })
}

/** Locks the ledger before an instance ends; nothing for tests and deleted games. */
export async function lockGameOf(sql: Sql, id: string): Promise<void> {
  const instance = await row(
    sql,
    { game: nullable(number) },
    `SELECT game_id AS game FROM instances WHERE id = $1 AND kind = 'team'`,
    [id]
  )
  const game = instance?.game ?? null
  if (game !== null) await lockAll(sql, [game])
}
