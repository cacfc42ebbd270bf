import type { AppError } from '~/server/platform/errors'

/** Hidden controls with the ids of boxes, because those that are not ticked send nothing. */
export const ASKED_BOXES = 'boxes[]'

const PREFIX = 'answers.'

/** For `z.preprocess`: collects the controls of registration fields in `answers`, by field id. */
export function collectAnswers(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const { boxes, ...form } = sent as Record<string, unknown>
  const unticked = (Array.isArray(boxes) ? boxes : []).map((id) => [String(id), false] as const)
  const given = Object.entries(form).filter(([name]) => name.startsWith(PREFIX))
  const answers = [...unticked, ...given.map(([name, value]) => [name.slice(PREFIX.length), value] as const)]
  return { ...form, answers: Object.fromEntries(answers) }
}

const fieldOf = (error: AppError): string => String(error.extra.field)

/** The controls that refused answers are about. */
export const ANSWER_ERRORS = {
  'game.answer_required': fieldOf,
  'game.answer_number': fieldOf,
  'game.answer_link': fieldOf,
  'game.answer_option': fieldOf,
  'game.answer_too_long': fieldOf,
  'game.answer_malformed': fieldOf
}
