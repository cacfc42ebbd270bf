import { z } from 'zod'
import { correctionReason } from '~/server/corrections/contract'
import { wireInstant } from '~/server/platform/wire'

export const LONGEST_PAUSE_MS = 7 * 86_400_000

export const pauseInput = z
  .object({
    until: wireInstant,
    reason: correctionReason
  })
  .meta({ id: 'GamePauseModel' })
export type PauseInput = z.infer<typeof pauseInput>
