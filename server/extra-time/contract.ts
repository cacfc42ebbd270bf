import { z } from 'zod'
import { VISIBLE } from '~/server/platform/text-fields'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { MAX_EXTRA_MINUTES, MAX_EXTRA_REASON_LENGTH } from './constants'

export const extraTimeInput = z
  .object({
    /** After the regular end of the game. */
    minutes: wireInt(1, MAX_EXTRA_MINUTES),
    /** The reason; only owners and referees read it. */
    reason: z
      .string({ error: 'field.type_mismatch' })
      .trim()
      .min(1, 'field.required')
      .max(MAX_EXTRA_REASON_LENGTH, 'field.text_too_long')
      .regex(VISIBLE, 'field.characters')
  })
  .meta({ id: 'ExtraTimeModel' })
export type ExtraTimeInput = z.infer<typeof extraTimeInput>

/** Extra time of a team. */
export const extraTimeView = z
  .object({
    participationId: z.int(),
    team: z.object({ id: z.int(), name: z.string() }),
    /** Rounded up: a pause can lengthen it. */
    minutes: z.int(),
    /** The end of the game for the team. */
    end: wireTimeText,
    reason: z.string()
  })
  .meta({ id: 'ExtraTime' })
export type ExtraTimeView = z.infer<typeof extraTimeView>

export const extraTimeList = z
  .object({ total: z.int(), data: z.array(extraTimeView) })
  .meta({ id: 'ExtraTimeList' })
export type ExtraTimeList = z.infer<typeof extraTimeList>
