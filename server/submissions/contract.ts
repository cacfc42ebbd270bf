import { z } from 'zod'
import { FLAG_LIMITS } from '~/server/challenges/constants'
import { pageSchema, pagingQuery, wireTimeText } from '~/server/platform/wire'
import { LISTED } from './constants'

/** Verdicts on the wire (docs/rules/flags.md#verdicts). */
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
    // Postgres cannot store NUL and halves of surrogate pairs.
    .regex(/^[^\0\p{Cs}]*$/u, 'field.characters')
    .transform((flag) => flag.trim())
})

/** Cheating looks like a wrong flag (docs/rules/flags.md#verdicts). */
export function shownVerdict(status: AnswerResult): Exclude<AnswerResult, 'CheatDetected'> {
  return status === 'CheatDetected' ? 'WrongAnswer' : status
}

const SHOWN = z.enum(ANSWER_RESULTS).exclude(['CheatDetected'])

/** A flag that the caller's team has sent (docs/rules/flags.md#tries). Not in the contract. */
const tryView = z
  .object({
    /** The id of the submission. */
    id: z.int(),
    /** The number from 1 for each challenge. */
    number: z.int(),
    time: wireTimeText,
    /** Null for a deleted account. */
    userName: z.string().nullable(),
    flag: z.string(),
    status: SHOWN
  })
  .meta({ id: 'TryModel' })

export const tryList = pageSchema(tryView).meta({ id: 'TryListModel' })
export type TryList = z.infer<typeof tryList>

/** A counted team that solved a challenge (docs/rules/flags.md#solvers). Not in the contract. */
const solverView = z
  .object({
    /** 1 for the first solve. */
    place: z.int(),
    teamId: z.int(),
    team: z.string(),
    division: z.string().nullable(),
    /** Null for a deleted account. */
    userName: z.string().nullable(),
    /** Id of the account if everybody sees its page (docs/rules/players.md). */
    player: z.uuid().nullable(),
    time: wireTimeText
  })
  .meta({ id: 'SolverModel' })

export const solverList = pageSchema(solverView).meta({ id: 'SolverListModel' })
export type SolverList = z.infer<typeof solverList>

export interface Part {
  count: number
  skip: number
}
export const tryPaging = pagingQuery(LISTED.tries, LISTED.most)
export const solverPaging = pagingQuery(LISTED.solvers, LISTED.most)
