import { z } from 'zod'
import { correctionReason } from '~/server/corrections/contract'
import { wireInstant } from '~/server/platform/wire'

/** Longest pause, in milliseconds. */
export const LONGEST_PAUSE_MS = 7 * 86_400_000

/** A pause to begin, or another end of the one that is under way. */
export const pauseInput = z
  .object({
    /** When the game goes on. */
    until: wireInstant,
    /** What players are told. */
    reason: correctionReason
  })
  .meta({ id: 'GamePauseModel' })
export type PauseInput = z.infer<typeof pauseInput>
