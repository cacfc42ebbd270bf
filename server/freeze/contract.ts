import { z } from 'zod'
import { wireInstant } from '~/server/platform/wire'

export const freezeInput = z
  .object({ at: z.union([z.literal('now'), wireInstant]).nullable() })
  .meta({ id: 'GameFreezeModel' })
export type FreezeInput = z.infer<typeof freezeInput>

export { CEREMONY_CHANNEL, ceremonyMessage } from './ceremony/contract'
