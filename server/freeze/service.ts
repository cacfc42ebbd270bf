import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type BothStandings, listStandingsBehindFreeze, revealHidden } from '~/server/corrections'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type { Ceremonies } from './ceremony'
import type { FreezeInput } from './contract'
import { afterBoardChange, flagsStored, listDueReveals, readFrozenGame, revealIn } from './reveal'

export interface Freezing {
  /** Null lifts the freeze. @throws AppError `game.not_found` 404, `game.freeze_past`, `game.freeze_outside` 400 */
  set(ctx: Ctx, gameId: number, at: FreezeInput['at']): Promise<void>
  /** Staff only: true and public standings, best first. @throws AppError `game.not_found` 404 */
  standings(ctx: Ctx, gameId: number): Promise<BothStandings[]>
  /** Ends the freeze for good. @throws AppError `game.not_found` 404, `game.not_frozen` 400 */
  reveal(ctx: Ctx, gameId: number): Promise<void>
  /** Ends the freezes whose time has come (docs/rules/freeze.md#reveal); what fails is logged and tried again by the next call. */
  revealDue(ctx: Ctx): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  ceremonies: Pick<Ceremonies, 'end'>
  log: Log
}

export function createFreezing({ db, change, games, ceremonies, log }: Needs): Freezing {
  return {
    async set(ctx, gameId, requested) {
      requireInGame(ctx, gameId, 'reveal')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const game = await readFrozenGame(tx, gameId)
        // A past freeze would hide what viewers have seen.
        const at = requested === 'now' ? game.now : requested
        if (at && at < game.now) throw new AppError('game.freeze_past', 400, { extra: { field: 'at' } })
        if (at && (at < game.start || at >= game.end))
          throw new AppError('game.freeze_outside', 400, { extra: { field: 'at' } })
        if (game.inForce && requested === 'now') return
        if (game.inForce) await revealHidden(tx, gameId, game.freeze!)
        await tx.query('UPDATE games SET freeze_at = $2, revealed_at = NULL WHERE id = $1', [gameId, at])
        await tx.audit({
          action: 'freeze_changed',
          target: `game:${gameId}`,
          before: { freeze: game.freeze && wireTime(game.freeze) },
          after: { freeze: at && wireTime(at) }
        })
        afterBoardChange(tx, gameId)
        await ceremonies.end(tx, gameId, { shown: false })
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'freeze_changed')
    },

    async standings(ctx, gameId) {
      requireInGame(ctx, gameId, 'watch')
      const { freeze } = await games.info(gameId)
      return listStandingsBehindFreeze(db.pool, gameId, freeze)
    },

    async reveal(ctx, gameId) {
      requireInGame(ctx, gameId, 'reveal')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const game = await readFrozenGame(tx, gameId)
        if (!game.inForce) throw new AppError('game.not_frozen')
        await revealIn(tx, gameId, game)
        await ceremonies.end(tx, gameId, { shown: true })
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'board_revealed')
    },

    async revealDue(ctx) {
      for (const { id } of await listDueReveals(db.pool)) {
        try {
          await flagsStored(change, ctx, id)
          const revealed = await change(ctx, { ledger: id, brief: true }, async (tx) => {
            // It may have been revealed, moved or thawed since, or a ceremony has begun.
            if (!(await listDueReveals(tx, id))[0]) return false
            await revealIn(tx, id, await readFrozenGame(tx, id))
            await ceremonies.end(tx, id, { shown: true })
            return true
          })
          if (revealed) log.info({ game: id, ...callerLogFields(ctx) }, 'board_revealed')
        } catch (error) {
          log.warn({ game: id, err: (error as Error).message }, 'reveal_failed')
        }
      }
    }
  }
}
