import { z } from 'zod'
import { VISIBLE, wireInstant } from '~/server/platform/wire'

/** Longest pause, and longest reason. */
export const LONGEST_PAUSE_MS = 7 * 86_400_000
export const MOST_REASON = 300

/** A pause to begin, or another end of the one that is under way. */
export const pauseInput = z
  .object({
    /** When the game goes on. */
    until: wireInstant,
    /** What players are told. */
    reason: z
      .string({ error: 'field.type_mismatch' })
      .trim()
      .max(MOST_REASON, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .regex(VISIBLE, 'field.required')
  })
  .meta({ id: 'GamePauseModel' })
export type PauseInput = z.infer<typeof pauseInput>
