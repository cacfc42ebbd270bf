import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { MAX_COST, MAX_PRICED } from './constants'

const MAX_CHARACTERS = 4096

/** A hint that costs points or has a time, as editors write it. */
export const pricedHint = z.object({
  /** Names it for good; absent = a new one. */
  id: wireInt(1).nullish(),
  content: textField(MAX_CHARACTERS, { type: 'field.required' }).regex(/\S/, 'field.required'),
  /** Points, paid once; 0 = free from its time on. */
  cost: wireInt(0, MAX_COST),
  /** Null = from the beginning. */
  availableAt: wireInstant.nullish()
})

/** Hints with a price, in order (docs/rules/challenges.md#hints-with-a-cost). */
export const pricedHints = z
  .array(pricedHint, { error: 'field.type_mismatch' })
  .max(MAX_PRICED, 'field.list_too_long')
  .refine((all) => {
    const ids = all.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'field.type_mismatch')
export type PricedHintsInput = z.infer<typeof pricedHints>

export const storedHint = z.object({
  id: z.int(),
  content: z.string(),
  cost: z.int(),
  availableAt: z.string().nullable()
})
export type StoredHint = z.infer<typeof storedHint>

export const editedHint = z
  .object({
    id: z.int(),
    content: z.string(),
    cost: z.int(),
    availableAt: wireTimeText.nullable(),
    bought: z.int()
  })
  .meta({ id: 'PricedHintEditModel' })

export const hintOffer = z
  .object({
    id: z.int(),
    cost: z.int(),
    availableAt: wireTimeText.nullable(),
    available: z.boolean(),
    boughtAt: wireTimeText.nullable(),
    /** Markdown; null until it may be read. */
    content: z.string().nullable()
  })
  .meta({ id: 'HintOfferModel' })
export type HintOffer = z.infer<typeof hintOffer>
