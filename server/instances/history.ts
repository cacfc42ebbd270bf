import { lock } from '~/server/ledger'
import type { Sql } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'

/** Characters of a container's output that are kept, the last ones. */
export const LONGEST_LOG = 65_536

/** Adds a line to an instance's history, in the caller's transaction or on its own. */
export async function addEvent(
  sql: Pick<Sql, 'query'>,
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

/** Locks the game of a team's instance, as whatever ends one does. Nothing is locked for tests, or when the game is gone. */
export async function lockGameOf(sql: Sql, id: string): Promise<void> {
  const { rows } = await sql.query<{ game: number | null }>(
    `SELECT game_id AS game FROM instances WHERE id = $1 AND kind = 'team'`,
    [id]
  )
  const game = rows[0]?.game ?? null
  if (game === null) return
  await lock(sql, game).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}
