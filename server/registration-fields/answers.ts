import { isWebsite } from '~/server/accounts/contract'
import { AppError } from '~/server/platform/errors'
import {
  ANSWER_LIMITS,
  type Answers,
  answerName,
  FIELD_LIMITS,
  type FieldInput,
  type FieldOwner,
  type GivenAnswers,
  type RegistrationField
} from './contract'

const SAFE_NUMBER = /^[+-]?\d{1,15}$/

const refused = (code: string, { id, label }: RegistrationField, params = {}) =>
  new AppError(code, 400, { params: { label, ...params }, extra: { field: answerName(id) } })

/** @returns the answer as it is stored; null: none. @throws AppError that names the field */
function answerOf(field: RegistrationField, given: GivenAnswers[string]): Answers[string] | null {
  if (field.kind === 'Checkbox') {
    if (given === true || given === 'true' || given === 'on') return true
    if (!given || given === 'false' || given === 'off') return null
    throw refused('game.answer_malformed', field)
  }
  if (given === null || given === false) return null
  if (given === true) throw refused('game.answer_malformed', field)
  const text = String(given).replace(/\r\n?/g, '\n').trim()
  if (text === '') return null
  const limit = ANSWER_LIMITS[field.kind]
  if (text.length > limit) throw refused('game.answer_too_long', field, { limit })
  const isBroken = text.includes('\0') || (field.kind !== 'Paragraph' && text.includes('\n'))
  if (isBroken) throw refused('game.answer_malformed', field)
  if (field.kind === 'Number') {
    if (!SAFE_NUMBER.test(text)) throw refused('game.answer_number', field)
    return String(Number(text))
  }
  if (field.kind === 'Link' && !isWebsite(text)) throw refused('game.answer_link', field)
  if (field.kind === 'Choice' && !field.options.includes(text)) throw refused('game.answer_option', field)
  return text
}

interface Merge {
  of: FieldOwner
  given: GivenAnswers
  kept: Answers
  /** Blank answers count as not given, as in a form that asks for nothing yet. */
  skipBlank?: boolean
  /** True if all required fields need an answer; sent answers are always checked. */
  complete: boolean
}

/**
 * The answers after some were given. Kept ones count as they are, even where the field has changed since.
 * @throws AppError `game.answer_required`, `game.answer_number`, `game.answer_link`, `game.answer_option`,
 * `game.answer_too_long`, `game.answer_malformed`, whose `field` is `answers.<id>`
 */
export function mergeAnswers(
  fields: readonly RegistrationField[],
  { of, given, kept, skipBlank = false, complete }: Merge
): Answers {
  const merged: Answers = {}
  for (const field of fields) {
    if (field.of !== of) continue
    const sent = Object.hasOwn(given, field.id) ? given[field.id]! : undefined
    const answer = sent === undefined ? undefined : answerOf(field, sent)
    const before = kept[field.id]
    const isKept = answer === undefined || (answer === null && skipBlank)
    const value = isKept ? before : (answer ?? undefined)
    if (value !== undefined) merged[field.id] = value
    else if (field.required && (complete || !isKept)) throw refused('game.answer_required', field)
  }
  return merged
}

/** @throws AppError `game.answer_unknown` when an answer belongs to no field of the game */
export function refuseUnknown(fields: readonly RegistrationField[], given: GivenAnswers): void {
  const known = new Set(fields.map(({ id }) => String(id)))
  const unknown = Object.keys(given).find((id) => !known.has(String(Number(id))))
  if (unknown === undefined) return
  throw new AppError('game.answer_unknown', 400, { extra: { field: `answers.${unknown}` } })
}

/**
 * Gives new fields their ids. A field with a new owner or kind also gets one: old answers do not fit it.
 * @param before present fields of the game
 * @param version of the game before this write, 0 for a new game. It keeps ids of two writes apart, so that an answer from a page
 *   opened earlier never counts for a newer question
 */
export function numberFields(
  input: readonly FieldInput[],
  before: readonly RegistrationField[],
  version: number
): RegistrationField[] {
  const known = new Map(before.map((field) => [field.id, field]))
  let last = version * FIELD_LIMITS.fields
  return input.map((field) => {
    const same = field.id === undefined ? undefined : known.get(field.id)
    if (same?.of === field.of && same.kind === field.kind) {
      known.delete(same.id)
      return { ...field, id: same.id }
    }
    last += 1
    return { ...field, id: last }
  })
}
