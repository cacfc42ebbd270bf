import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireEnum } from '~/server/platform/wire'
import { LABEL_LIMITS, LEVELS } from './constants'

/** Removes blanks and number signs around a tag. */
const plainTag = (tag: string) =>
  tag
    .trim()
    .replace(/^#+\s*/, '')
    .replace(/\s+/g, ' ')

/** Removes duplicates regardless of case; keeps the first spelling. */
export function plainTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.map(plainTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !known.has(key)) known.set(key, tag)
  }
  return [...known.values()]
}

/** Members of a change (docs/rules/challenges.md#labels), not in the contract. */
export const labelUpdate = {
  author: textField(LABEL_LIMITS.author)
    .transform((author) => author.trim())
    .nullish(),
  level: wireEnum(LEVELS).nullish(),
  tags: z
    .array(
      textField(LABEL_LIMITS.tag * 2, { tooLong: 'challenge.tag_too_long' }).regex(
        /^[^\p{Cc},;]*$/u,
        'field.characters'
      ),
      {
        error: 'field.type_mismatch'
      }
    )
    .transform(plainTags)
    .pipe(
      z
        .array(z.string().max(LABEL_LIMITS.tag, 'challenge.tag_too_long'))
        .max(LABEL_LIMITS.tags, 'challenge.too_many_tags')
    )
    .nullish()
}

export const labelView = {
  author: z.string(),
  level: z.enum(LEVELS).nullable(),
  tags: z.array(z.string())
}

export const boardLabels = z
  .object({
    level: z.enum(LEVELS).optional(),
    tags: z.array(z.string()).optional(),
    requires: z.array(z.int()).optional(),
    hideLocked: z.literal(true).optional(),
    blocked: z.literal(true).optional()
  })
  .meta({ id: 'ChallengeLabelsModel' })
