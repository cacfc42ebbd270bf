import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'
import { MOST_REQUIRED } from './constants'

/** Members of a change of a challenge (docs/rules/challenges.md#requirements). Neither is in the contract. */
export const requirementUpdate = {
  /** Ids of challenges of the same game that a team has to solve first; replaces all of them. */
  requires: z
    .array(wireInt(1), { error: 'field.type_mismatch' })
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .refine((ids) => ids.length <= MOST_REQUIRED, 'field.out_of_range')
    .nullish(),
  /** Until then players do not see it at all, not even as a locked card. */
  hideLocked: z.boolean({ error: 'field.type_mismatch' }).nullish()
}

/** The same as a challenge is read. */
export const requirementView = { requires: z.array(z.int()), hideLocked: z.boolean() }
