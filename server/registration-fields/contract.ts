import { z } from 'zod'
import { textField, VISIBLE } from '~/server/platform/text-fields'
import { atMost, wireInt } from '~/server/platform/wire'
import { FIELD_KINDS, FIELD_LIMITS, FIELD_OWNERS } from './constants'

export {
  ANSWER_LIMITS,
  answerName,
  FIELD_KINDS,
  FIELD_LIMITS,
  FIELD_OWNERS,
  type FieldKind,
  type FieldOwner
} from './constants'

/** A question that players answer when they sign up (docs/rules/participation.md#registration-fields). */
export const registrationField = z
  .object({
    /** Unique in the game, also among fields that it no longer has. */
    id: z.int(),
    of: z.enum(FIELD_OWNERS),
    kind: z.enum(FIELD_KINDS),
    label: z.string(),
    /** '' without. */
    hint: z.string(),
    required: z.boolean(),
    /** Everybody may read the answer; only fields of teams. */
    public: z.boolean(),
    /** The options of a choice; [] for other kinds. */
    options: z.array(z.string())
  })
  .meta({ id: 'RegistrationField' })
export type RegistrationField = z.infer<typeof registrationField>

export const registrationFields = z.array(registrationField)

const line = (most: number) => textField(most).transform((text) => text.trim())

const box = z.boolean({ error: 'field.type_mismatch' }).default(false)

/** A field as staff write it; `id` absent: a new one. */
const fieldInput = z
  .object({
    id: wireInt(1).optional(),
    of: z.enum(FIELD_OWNERS, { error: 'field.type_mismatch' }).default('Player'),
    kind: z.enum(FIELD_KINDS, { error: 'field.type_mismatch' }).default('Text'),
    label: line(FIELD_LIMITS.label).pipe(z.string().regex(VISIBLE, 'field.required')),
    hint: line(FIELD_LIMITS.hint).default(''),
    required: box,
    public: box,
    options: z
      .array(line(FIELD_LIMITS.option).pipe(z.string().regex(VISIBLE, 'field.required')), {
        error: 'field.type_mismatch'
      })
      .max(FIELD_LIMITS.options, 'field.out_of_range')
      .transform((names) => [...new Set(names)])
      .default([])
  })
  .refine(({ kind, options }) => kind !== 'Choice' || options.length > 0, {
    error: 'game.field_options_required',
    path: ['options']
  })
  .refine((field) => field.of === 'Team' || !field.public, {
    error: 'game.field_players_private',
    path: ['public']
  })
  .transform((field) => (field.kind === 'Choice' ? field : { ...field, options: [] }))
export type FieldInput = z.infer<typeof fieldInput>

export const fieldInputs = z
  .array(fieldInput, { error: 'field.type_mismatch' })
  .max(FIELD_LIMITS.fields, 'field.out_of_range')

/** Answers by field id: a tick is true, all others are text. Unanswered fields have no member. */
export const answers = z.record(z.string(), z.union([z.string(), z.literal(true)]))
export type Answers = z.infer<typeof answers>

const MAX_ANSWERS = 100

/** Answers as they are sent, by field id; null, false and blank: none. */
export const givenAnswers = atMost(
  MAX_ANSWERS,
  'field.out_of_range',
  z.record(
    z.string().regex(/^\d{1,9}$/, 'field.type_mismatch'),
    z.union([z.string(), z.number(), z.boolean(), z.null()], {
      error: 'field.type_mismatch'
    })
  )
)
export type GivenAnswers = z.infer<typeof givenAnswers>

/** The game's questions, and the answers of the caller and the caller's team. */
export const ownAnswers = z
  .object({ fields: registrationFields, player: answers, team: answers })
  .meta({ id: 'RegistrationAnswersModel' })
export type OwnAnswers = z.infer<typeof ownAnswers>

/** A public answer of a team. */
export type PublicAnswer = Pick<RegistrationField, 'id' | 'kind' | 'label'> & { answer: Answers[string] }

/** Absent = unchanged. */
export const answersUpdate = z
  .object({ answers: givenAnswers })
  .meta({ id: 'RegistrationAnswersUpdateModel' })
