import { type ReactNode, useId } from 'react'
import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import {
  ANSWER_LIMITS,
  answerName,
  type FieldKind,
  type FieldOwner
} from '~/server/registration-fields/constants'
import type { Answers, RegistrationField } from '~/server/registration-fields/contract'
import { ASKED_BOXES } from './answer-form'

interface AnswerFieldsProps {
  fields: readonly RegistrationField[]
  of: FieldOwner
  answers: Answers
  state: FormState | null
  /** Said above the fields. */
  note: string
  /** The browser insists on required fields; the server always checks them where needed. */
  insists?: boolean
}

/** The organisers' questions to a player or a team (docs/rules/participation.md#registration-fields). */
export function AnswerFields({ fields, of, answers, state, note, insists = true }: AnswerFieldsProps) {
  const asked = fields.filter((field) => field.of === of)
  if (asked.length === 0) return null
  return (
    <>
      <p className="hint">{note}</p>
      {asked.map((field) => (
        <AnswerField
          key={field.id}
          field={field}
          answer={answers[field.id]}
          state={state}
          required={field.required && insists}
        />
      ))}
    </>
  )
}

interface AnswerFieldProps {
  field: RegistrationField
  answer: Answers[string] | undefined
  state: FormState | null
  required: boolean
}

const INPUTS = {
  Text: {},
  Number: { inputMode: 'numeric', className: 'num' },
  Link: { type: 'url', inputMode: 'url', placeholder: 'https://' }
} as const

function AnswerField({ field, answer, state, required }: AnswerFieldProps): ReactNode {
  const t = useText()
  const { id, kind, label, hint, options } = field
  if (kind === 'Checkbox')
    return <Tick field={field} on={answer === true} state={state} required={required} />
  const common = {
    ...{ name: answerName(id), label, state, required },
    hint: [hint, field.public && t('games:answers.public')].filter(Boolean).join(' ') || undefined,
    optional: !field.required,
    defaultValue: typeof answer === 'string' ? answer : ''
  }
  const maxLength = ANSWER_LIMITS[kind satisfies Exclude<FieldKind, 'Checkbox'>]
  if (kind === 'Paragraph') return <TextareaField {...common} rows={3} maxLength={maxLength} />
  if (kind !== 'Choice') return <Field {...common} {...INPUTS[kind]} maxLength={maxLength} />
  // An answer may be of an option that the organisers have taken away.
  const offered = [...new Set([...options, common.defaultValue])].filter(Boolean)
  return (
    <SelectField {...common}>
      <option value="">{t('games:answers.choose')}</option>
      {offered.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  )
}

interface TickProps {
  field: RegistrationField
  on: boolean
  state: FormState | null
  required: boolean
}

function Tick({ field: { id, label, hint, public: isPublic }, on, state, required }: TickProps) {
  const t = useText()
  const name = answerName(id)
  const of = useId()
  const error = state?.errors[name]
  const said = [hint, isPublic && t('games:answers.public')].filter(Boolean).join(' ')
  const described = [error && `${of}e`, said && `${of}h`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      {/* A box that is not ticked sends nothing. */}
      <input type="hidden" name={ASKED_BOXES} value={id} />
      <label className="check">
        <input
          type="checkbox"
          name={name}
          defaultChecked={state ? name in state.values : on}
          required={required}
          aria-describedby={described}
          {...(error && WRONG)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <span className="field-error" id={`${of}e`}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
      {said && (
        <span className="hint" id={`${of}h`}>
          {said}
        </span>
      )}
    </div>
  )
}
