import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'
import { MAX_REQUIRED } from './constants'

/** See docs/rules/challenges.md#requirements; not in the contract. */
export const requirementUpdate = {
  /** Challenges of the game; replaces all. */
  requires: z
    .array(wireInt(1), { error: 'field.type_mismatch' })
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .refine((ids) => ids.length <= MAX_REQUIRED, 'field.out_of_range')
    .nullish(),
  /** Hidden until unlocked, not even a locked card. */
  hideLocked: z.boolean({ error: 'field.type_mismatch' }).nullish()
}

export const requirementView = { requires: z.array(z.int()), hideLocked: z.boolean() }
