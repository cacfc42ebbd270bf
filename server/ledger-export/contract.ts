import { z } from 'zod'
import { type Ctx, mayIn } from '~/server/access/contract'
import { frozenSince, type GameFacts, gamePhase } from '~/server/games/contract'
import { wireTimeText } from '~/server/platform/wire'

/** Public after the end when no freeze is active; always for those who correct results. */
export const isLedgerOpen = (ctx: Ctx, game: GameFacts): boolean =>
  mayIn(ctx.actor, game.id, 'corrections') ||
  (gamePhase(game, ctx.now) === 'ended' && frozenSince(game, ctx.now) === null)

/** Signed by the game's key over `checkpointMessage`. */
export const checkpointView = z
  .object({
    seq: z.int(),
    hash: z.string(),
    time: wireTimeText,
    signature: z.string()
  })
  .meta({ id: 'LedgerCheckpoint' })
export type CheckpointView = z.infer<typeof checkpointView>

export const receiptView = z
  .object({
    seq: z.int(),
    /** Canonical text, hashed after `previous` (docs/ledger.md). */
    text: z.string(),
    previous: z.string(),
    hash: z.string()
  })
  .meta({ id: 'LedgerReceipt' })
export type ReceiptView = z.infer<typeof receiptView>

/** The part of a receipt that a page lists. */
export interface SolveReceipt extends Pick<ReceiptView, 'seq' | 'hash'> {
  /** The title of the challenge. */
  challenge: string
}

/**
 * The signed message for lines outside the chain; `digest`: hexadecimal SHA-256 of the first line, that of the names and that of the
 * checkpoints, with a line feed between them.
 */
export const outsideMessage = (gameId: number, seq: number, hash: string, digest: string): string =>
  `HALYARD_LEDGER_OUTSIDE_${gameId}_${seq}_${hash}_${digest}`

/** The bytes that a checkpoint signs (docs/ledger.md); a change would invalidate every file. */
export const checkpointMessage = (gameId: number, seq: number, hash: string): string =>
  `HALYARD_LEDGER_${gameId}_${seq}_${hash}`
