import { z } from 'zod'
import { idParam } from '~/server/platform/wire'

/** A button of a form: its value is what it changes to. */
export const claimForm = z.object({
  challengeId: idParam,
  on: z.enum(['true', 'false']).transform((value) => value === 'true')
})
