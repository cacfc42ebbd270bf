import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { revealHidden } from '~/server/corrections'
import { nullable, number, row, rows, type Sql, time } from '~/server/db'
import { notFound } from '~/server/platform/errors'

const GAME = { start: time, end: time, freeze: nullable(time), revealed: nullable(time), now: time }

/** Reads the database's time. The ledger's lock ensures that nothing later is judged. */
export async function readFrozenGame(tx: Change, id: number) {
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

/**
 * Waits until all flags that came before the returned time are stored: they get their time before they can be seen. Holds
 * nothing afterwards, because a reveal takes long.
 */
export const flagsStored = (change: MakeChange, ctx: Ctx, gameId: number): Promise<Date> =>
  change(
    ctx,
    { intake: gameId },
    async (tx) => (await row(tx, { at: time }, 'SELECT clock_timestamp() AS at'))!.at
  )

/** Effects of a change of the public board. */
export function afterBoardChange(tx: Change, gameId: number): void {
  tx.invalidate('games', `game:${gameId}`, `corrections:${gameId}`, `ceremony:${gameId}`)
  tx.notifyScoring(gameId, 'rebuild')
}

/** Ends an active freeze within a change that holds the ledger's lock. */
export async function revealIn(
  tx: Change,
  gameId: number,
  game: Awaited<ReturnType<typeof readFrozenGame>>
): Promise<void> {
  await revealHidden(tx, gameId, game.freeze!)
  await tx.query('UPDATE games SET revealed_at = $2 WHERE id = $1', [gameId, game.now])
  await tx.audit({ action: 'board_revealed', target: `game:${gameId}` })
  afterBoardChange(tx, gameId)
}

/** Games revealed in one run; the next follows within a second. */
const REVEALED_AT_ONCE = 20

/**
 * Frozen games whose reveal is due, or one of them: no flag waits for its verdict, and nobody shows the board step by step, who then
 * ends the freeze too.
 */
export const listDueReveals = (sql: Sql, id: number | null = null) =>
  rows(
    sql,
    { id: number },
    `SELECT g.id FROM games g
     WHERE g.reveal_after IS NOT NULL AND g.revealed_at IS NULL AND g.freeze_at <= clock_timestamp()
       AND g.final_at + g.reveal_after * interval '1 minute' <= clock_timestamp()
       AND ($1::int IS NULL OR g.id = $1)
       AND NOT EXISTS (SELECT FROM unjudged u WHERE u.game_id = g.id)
       AND NOT EXISTS (SELECT FROM ceremonies c WHERE c.game_id = g.id)
     ORDER BY g.id LIMIT ${REVEALED_AT_ONCE}`,
    [id]
  )
