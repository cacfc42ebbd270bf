import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

/** The end of a ledger as it was at a time, signed by the game's key over `checkpointMessage`. */
export const checkpointView = z
  .object({
    seq: z.int(),
    /** Hexadecimal. */
    hash: z.string(),
    time: wireTimeText,
    /** Base64. */
    signature: z.string()
  })
  .meta({ id: 'LedgerCheckpoint' })
export type CheckpointView = z.infer<typeof checkpointView>

/** The caller's team's solve in the ledger. */
export const receiptView = z
  .object({
    seq: z.int(),
    /** The canonical text that was hashed behind `previous` (docs/ledger.md). */
    text: z.string(),
    previous: z.string(),
    hash: z.string()
  })
  .meta({ id: 'LedgerReceipt' })
export type ReceiptView = z.infer<typeof receiptView>

/** What a checkpoint's signature signs. */
export const checkpointMessage = (gameId: number, seq: number, hash: string): string =>
  `HALYARD_LEDGER_${gameId}_${seq}_${hash}`
