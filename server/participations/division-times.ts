import type { Change } from '~/server/change'
import { correctByNewTimes } from '~/server/corrections'
import { bool, type Database, row } from '~/server/db'

/**
 * Solves follow when teams come to a division that ends at another time, or are accepted in one that they chose while they were not
 * (docs/rules/corrections.md#times). The caller holds the ledger's lock.
 */
export async function correctByDivisionTimes(
  db: Database,
  tx: Change,
  gameId: number,
  participationIds: readonly number[]
): Promise<void> {
  if (participationIds.length === 0) return
  // Comparing reads all answers of the game, and most teams that are accepted have sent none. The ends are read under the lock,
  // because the first extension of a division may have been made since the game was looked up.
  const played = await row(
    tx,
    { found: bool },
    `SELECT division_ends <> '{}' AND EXISTS (SELECT FROM submissions WHERE participation_id = ANY ($2::int[])) AS found
     FROM games WHERE id = $1`,
    [gameId, participationIds]
  )
  if (played?.found)
    await correctByNewTimes(db, tx, gameId, 'A team came to another division, which ends at another time.')
}
