import { z } from 'zod'
import { FLAG_LIMITS } from '~/server/challenges/constants'

/** Verdicts as on the wire (docs/rules/flags.md#verdicts). */
export const ANSWER_RESULTS = [
  'FlagSubmitted',
  'Accepted',
  'WrongAnswer',
  'CheatDetected',
  'NotFound'
] as const
export type AnswerResult = (typeof ANSWER_RESULTS)[number]

export const flagSubmitInput = z.object({
  flag: z
    .string({ error: 'field.flag_required' })
    .max(FLAG_LIMITS.characters, 'field.flag_too_long')
    .regex(/\S/, 'field.flag_required')
    // What Postgres cannot store as text: NUL and halves of surrogate pairs.
    .regex(/^[^\0\p{Cs}]*$/u, 'field.characters')
    .transform((flag) => flag.trim())
})

/** What a player reads: cheating looks like a wrong flag (docs/rules/flags.md#verdicts). */
export function shownVerdict(status: AnswerResult): AnswerResult {
  return status === 'CheatDetected' ? 'WrongAnswer' : status
}
