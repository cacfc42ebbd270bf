import { z } from 'zod'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import { VISIBLE } from '~/server/platform/text-fields'
import { wireEnum } from '~/server/platform/wire'
import { CATEGORY_COLORS, CATEGORY_ICONS, CATEGORY_LIMITS } from './constants'
import { categoryCalled } from './names'

export { categoryNamed } from './names'

/** Not one of the thirteen, nor what they are called elsewhere: nobody could tell the two apart. */
const name = z
  .string({ error: 'field.required' })
  .max(CATEGORY_LIMITS.name * 4, 'field.text_too_long')
  .regex(/^\P{C}*$/u, 'field.characters')
  .transform((given) => given.trim().replace(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .regex(VISIBLE, 'field.required')
      .max(CATEGORY_LIMITS.name, 'field.text_too_long')
      .refine((given) => !categoryCalled(given), 'category.name_standard')
  )

/** A category of a game's own (docs/rules/challenges.md#categories). Not in the contract. */
export const categoryInput = z
  .object({
    name,
    color: wireEnum(CATEGORY_COLORS).default('teal'),
    icon: wireEnum(CATEGORY_ICONS).default('Misc'),
    /** What clients of the contract read in its place. */
    standsFor: wireEnum(CHALLENGE_CATEGORIES).default('Misc')
  })
  .meta({ id: 'CategoryInputModel' })
export type CategoryInput = z.infer<typeof categoryInput>

/** A challenge's category of the game; the contract's `category` beside it is what that stands for. Not in the contract. */
export const customCategory = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.enum(CATEGORY_COLORS),
    icon: z.enum(CATEGORY_ICONS)
  })
  .meta({ id: 'CustomCategoryModel' })

export const category = z
  .object({
    ...customCategory.shape,
    standsFor: z.enum(CHALLENGE_CATEGORIES),
    /** Challenges in it. */
    challenges: z.int()
  })
  .meta({ id: 'CategoryModel' })
export type Category = z.infer<typeof category>

export const categoryList = z.array(category).max(CATEGORY_LIMITS.listed)
