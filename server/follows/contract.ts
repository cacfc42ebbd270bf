import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'
import { MAX_FOLLOWED } from './constants'

/** Ids of teams, in the order in which they were taken in. */
export const followInput = z
  .object({
    teams: z
      .array(wireInt(1), { error: 'field.type_mismatch' })
      .max(MAX_FOLLOWED, 'field.out_of_range')
      .transform((ids) => [...new Set(ids)])
  })
  .meta({ id: 'FollowModel' })

export const followList = z.object({ teams: z.array(z.int()) }).meta({ id: 'Follows' })
