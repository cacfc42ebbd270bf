import { z } from 'zod'
import { correctionReason } from '~/server/corrections/contract'
import { wireInt } from '~/server/platform/wire'

export const attemptsReset = z
  .object({ participationId: wireInt(1), reason: correctionReason })
  .meta({ id: 'AttemptsResetModel' })
export type AttemptsReset = z.infer<typeof attemptsReset>
