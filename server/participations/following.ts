import type { Change } from '~/server/change'
import { followWindow } from '~/server/corrections'
import { bool, type Database, row } from '~/server/db'
import type { GameFacts } from '~/server/games/contract'

/**
 * Solves follow when teams come to a division that ends at another time, or are accepted in one that they chose while they were not
 * (docs/rules/corrections.md#times). The caller holds the ledger's lock.
 */
export async function followDivisions(
  db: Database,
  tx: Change,
  game: Pick<GameFacts, 'id' | 'divisionEnds'>,
  participationIds: readonly number[]
): Promise<void> {
  if (participationIds.length === 0 || Object.keys(game.divisionEnds).length === 0) return
  // Comparing reads all answers of the game, and most teams that are accepted have sent none.
  const played = await row(
    tx,
    { found: bool },
    'SELECT EXISTS (SELECT FROM submissions WHERE participation_id = ANY ($1::int[])) AS found',
    [participationIds]
  )
  if (played?.found)
    await followWindow(db, tx, game.id, 'A team came to another division, which ends at another time.')
}
