import { z } from 'zod'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { MOST_COST, MOST_PRICED } from './constants'

/** As every hint (docs/rules/challenges.md#fields-and-defaults). */
const MOST_CHARACTERS = 4096

/** A hint that costs points or has a time, as editors write it. */
export const pricedHint = z.object({
  /** Names it for good; absent = a new one. */
  id: wireInt(1).nullish(),
  content: z
    .string({ error: 'field.required' })
    .max(MOST_CHARACTERS, 'field.text_too_long')
    .regex(/^[^\0]*$/, 'field.characters')
    .regex(/\S/, 'field.required'),
  /** Points that a team pays once; 0 = free, from its time on. */
  cost: wireInt(0, MOST_COST),
  /** From when on it can be had; null = from the beginning. */
  availableAt: wireInstant.nullish()
})

/** Hints that cost points or have a time, in their order (docs/rules/challenges.md#hints-with-a-cost). */
export const pricedHints = z
  .array(pricedHint, { error: 'field.type_mismatch' })
  .max(MOST_PRICED, 'field.list_too_long')
  .refine((all) => {
    const ids = all.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'field.type_mismatch')
export type PricedHintsInput = z.infer<typeof pricedHints>

/** As a challenge's row has it; `availableAt` in ISO 8601. */
export const storedHint = z.object({
  id: z.int(),
  content: z.string(),
  cost: z.int(),
  availableAt: z.string().nullable()
})
export type StoredHint = z.infer<typeof storedHint>

/** The same for its editors. */
export const editedHint = z
  .object({
    id: z.int(),
    content: z.string(),
    cost: z.int(),
    availableAt: wireTimeText.nullable(),
    /** Teams that have bought it. */
    bought: z.int()
  })
  .meta({ id: 'PricedHintEditModel' })
export type EditedHint = z.infer<typeof editedHint>

/** A hint as a team finds it. */
export const hintOffer = z
  .object({
    id: z.int(),
    cost: z.int(),
    /** From when on it can be had; null = from the beginning. */
    availableAt: wireTimeText.nullable(),
    /** That time has come. */
    available: z.boolean(),
    /** When the team bought it; null = it has not. */
    boughtAt: wireTimeText.nullable(),
    /** Markdown; null until the team has bought it, or may read it without. */
    content: z.string().nullable()
  })
  .meta({ id: 'HintOfferModel' })
export type HintOffer = z.infer<typeof hintOffer>
