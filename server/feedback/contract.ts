import { z } from 'zod'
import { idParam, wireInt, wireTimeText } from '~/server/platform/wire'
import { FEEDBACK_LINE, MAX_STARS } from './constants'

/** Feedback of a member about a challenge (docs/rules/challenges.md#feedback). */
export const feedbackInput = z
  .object({
    stars: wireInt(1, MAX_STARS),
    /** Empty = stars alone. */
    line: z
      .string({ error: 'field.type_mismatch' })
      .transform((text) => text.normalize('NFC').trim())
      .pipe(z.string().max(FEEDBACK_LINE, 'field.text_too_long'))
      .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'field.characters')
      .default('')
  })
  .meta({ id: 'FeedbackModel' })
export type FeedbackInput = z.infer<typeof feedbackInput>

/** `average`: of 1 to 5 stars, unrounded. */
export const rating = z.object({ average: z.number(), count: z.int() }).meta({ id: 'RatingModel' })
export type Rating = z.infer<typeof rating>

const challenge = z.object({ id: z.int(), title: z.string() })

const feedbackRow = z.object({
  challenge,
  stars: z.int(),
  line: z.string(),
  /** Null to monitors, who could tell by it who wrote. */
  time: wireTimeText.nullable(),
  /** The author; null unless the reader is an administrator. */
  user: z.object({ id: z.string(), name: z.string(), team: z.string() }).nullable()
})
export type FeedbackRow = z.infer<typeof feedbackRow>

/** `total`: of all pages. */
export const feedbackList = z
  .object({ data: z.array(feedbackRow), total: z.int() })
  .meta({ id: 'FeedbackList' })
export type FeedbackList = z.infer<typeof feedbackList>

const MAX_ROWS = 100

/** A page of feedback on one challenge or all. */
export const feedbackQuery = z.object({
  count: wireInt(1)
    .default(50)
    .transform((asked) => Math.min(asked, MAX_ROWS))
    .meta({ default: 50 }),
  skip: wireInt(0).default(0),
  challenge: idParam.nullish().meta({ type: 'integer' })
})
export type FeedbackQuery = z.infer<typeof feedbackQuery>
