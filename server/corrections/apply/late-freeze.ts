import type { Change } from '~/server/change'
import { row, time } from '~/server/db'
import { wireTime } from '~/server/platform/time'

const DROP = `
  UPDATE games g SET freeze_at = NULL FROM (SELECT freeze_at AS before FROM games WHERE id = $1) AS o
  WHERE g.id = $1 AND g.revealed_at IS NULL AND g.freeze_at > clock_timestamp() AND g.freeze_at >= g.final_at
  RETURNING o.before`

/**
 * Takes a freeze away that has not begun when an end that moved comes before it: results are final then, and would be hidden again
 * (docs/rules/freeze.md#freezing). Needs the ledger's lock. @returns whether there was one
 */
export async function dropLateFreeze(tx: Change, gameId: number): Promise<boolean> {
  const dropped = await row(tx, { before: time }, DROP, [gameId])
  if (!dropped) return false
  await tx.audit({
    action: 'freeze_changed',
    target: `game:${gameId}`,
    before: { freeze: wireTime(dropped.before) },
    after: { freeze: null }
  })
  tx.invalidate('games', `game:${gameId}`)
  tx.notifyScoring(gameId, 'rebuild')
  return true
}
