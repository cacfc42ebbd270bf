import { z } from 'zod'
import { correctionReason } from '~/server/corrections/contract'
import { wireTimeText } from '~/server/platform/wire'

/** A challenge is to take no flags, or for another reason (docs/rules/challenges.md#blocked-flags). */
export const blockInput = z
  .object({
    /** The text that players read. */
    reason: correctionReason,
    /** Tells players by a notice, and again when flags are taken. The choice made when blocking counts until the block ends. */
    announce: z.boolean({ error: 'field.type_mismatch' }).optional()
  })
  .meta({ id: 'FlagBlockModel' })
export type BlockInput = z.infer<typeof blockInput>

/** Since when a challenge takes no flags, and why. */
export const flagBlock = z.object({ since: wireTimeText, reason: z.string() })
export type FlagBlock = z.infer<typeof flagBlock>
