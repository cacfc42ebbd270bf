import { requireActor } from '~/server/access'
import { type Ctx, callerOf } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type BothStandings, revealBloods, standingsBehind } from '~/server/corrections'
import { type Database, nullable, row, time } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type { FreezeInput } from './contract'

/** Has the public board stand still, and move again (docs/rules/freeze.md). */
export interface Freezing {
  /**
   * Freezes from a moment on, `'now'` included; null lifts or cancels a freeze.
   * @throws AppError `game.not_found` 404, `game.freeze_past`, `game.freeze_outside` 400
   */
  set(ctx: Ctx, gameId: number, at: FreezeInput['at']): Promise<void>
  /** For staff: the board as it is, best first, beside what the public sees. @throws AppError `game.not_found` 404 */
  standings(ctx: Ctx, gameId: number): Promise<BothStandings[]>
  /** Shows what the freeze held back, for good. @throws AppError `game.not_found` 404, `game.not_frozen` 400 */
  reveal(ctx: Ctx, gameId: number): Promise<void>
}

const GAME = { start: time, end: time, freeze: nullable(time), revealed: nullable(time), now: time }

/** The game as it is stored, and the database's time: the ledger is held, so nothing is judged after it. */
async function gameOf(tx: Change, id: number) {
  const found = await row(
    tx,
    GAME,
    `SELECT start_at AS start, end_at AS "end", freeze_at AS freeze, revealed_at AS revealed,
            date_trunc('milliseconds', clock_timestamp()) AS now
     FROM games WHERE id = $1`,
    [id]
  )
  if (!found) throw notFound('game.not_found')
  const inForce = found.freeze !== null && found.revealed === null && found.freeze <= found.now
  return { ...found, inForce }
}

/** All that follows when the public board shows more than before, or begins to show less. */
function follow(tx: Change, gameId: number): void {
  tx.invalidate('games', `game:${gameId}`, `corrections:${gameId}`)
  tx.wake(gameId, 'rebuild')
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  log: Log
}

export function createFreezing({ db, change, games, log }: Needs): Freezing {
  return {
    async set(ctx, gameId, asked) {
      requireActor(ctx, 'Admin')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const game = await gameOf(tx, gameId)
        // Not before now: what viewers have seen would be taken back.
        const at = asked === 'now' ? game.now : asked
        if (at && at < game.now) throw new AppError('game.freeze_past', 400, { extra: { field: 'at' } })
        if (at && (at < game.start || at >= game.end))
          throw new AppError('game.freeze_outside', 400, { extra: { field: 'at' } })
        if (game.inForce && asked === 'now') return
        if (game.inForce) await revealBloods(tx, gameId, game.freeze!)
        await tx.query('UPDATE games SET freeze_at = $2, revealed_at = NULL WHERE id = $1', [gameId, at])
        await tx.audit({
          action: 'freeze_changed',
          target: `game:${gameId}`,
          before: { freeze: game.freeze && wireTime(game.freeze) },
          after: { freeze: at && wireTime(at) }
        })
        follow(tx, gameId)
      })
      log.info({ game: gameId, ...callerOf(ctx) }, 'freeze_changed')
    },

    async standings(ctx, gameId) {
      requireActor(ctx, 'Monitor')
      const { freeze } = await games.info(gameId)
      return standingsBehind(db.pool, gameId, freeze)
    },

    async reveal(ctx, gameId) {
      requireActor(ctx, 'Admin')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const game = await gameOf(tx, gameId)
        if (!game.inForce) throw new AppError('game.not_frozen')
        await revealBloods(tx, gameId, game.freeze!)
        await tx.query('UPDATE games SET revealed_at = $2 WHERE id = $1', [gameId, game.now])
        await tx.audit({ action: 'board_revealed', target: `game:${gameId}` })
        follow(tx, gameId)
      })
      log.info({ game: gameId, ...callerOf(ctx) }, 'board_revealed')
    }
  }
}
