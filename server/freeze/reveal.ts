import type { Change } from '~/server/change'
import { revealHidden } from '~/server/corrections'
import { nullable, row, time } from '~/server/db'
import { notFound } from '~/server/platform/errors'

const GAME = { start: time, end: time, freeze: nullable(time), revealed: nullable(time), now: time }

/** Reads the database's time. The ledger's lock ensures that nothing later is judged. */
export async function gameOf(tx: Change, id: number) {
  const found = await row(
    tx,
    GAME,
    `SELECT start_at AS start, final_at AS "end", freeze_at AS freeze, revealed_at AS revealed,
            date_trunc('milliseconds', clock_timestamp()) AS now
     FROM games WHERE id = $1`,
    [id]
  )
  if (!found) throw notFound('game.not_found')
  const inForce = found.freeze !== null && found.revealed === null && found.freeze <= found.now
  return { ...found, inForce }
}

/** Effects of a change of the public board. */
export function follow(tx: Change, gameId: number): void {
  tx.invalidate('games', `game:${gameId}`, `corrections:${gameId}`, `ceremony:${gameId}`)
  tx.notifyScoring(gameId, 'rebuild')
}

/** Ends an active freeze within a change that holds the ledger's lock. */
export async function revealIn(
  tx: Change,
  gameId: number,
  game: Awaited<ReturnType<typeof gameOf>>
): Promise<void> {
  await revealHidden(tx, gameId, game.freeze!)
  await tx.query('UPDATE games SET revealed_at = $2 WHERE id = $1', [gameId, game.now])
  await tx.audit({ action: 'board_revealed', target: `game:${gameId}` })
  follow(tx, gameId)
}
