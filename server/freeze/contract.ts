import { z } from 'zod'
import { wireInstant } from '~/server/platform/wire'

/** When the public board begins to stand still; null: it does not. */
export const freezeInput = z
  .object({ at: z.union([z.literal('now'), wireInstant]).nullable() })
  .meta({ id: 'GameFreezeModel' })
export type FreezeInput = z.infer<typeof freezeInput>

export { CEREMONY_CHANNEL, ceremonyMessage } from './ceremony/contract'
