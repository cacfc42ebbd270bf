import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { FIELD_KINDS, FIELD_LIMITS, FIELD_OWNERS } from '~/server/registration-fields/constants'
import type { RegistrationField } from '~/server/registration-fields/contract'
import { Setting } from '../../Setting'

interface QuestionFormProps {
  /** Null: a new one. */
  field: RegistrationField | null
  version: number
  /** The page to which editing returns. */
  back: string
}

/** A question's audience and kind cannot change, because answers would not fit: make a new question. */
export function QuestionForm({ field, version, back }: QuestionFormProps) {
  const t = useText()
  const state = useFormState('save')
  return (
    <form className="stack-16" method="post">
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={field?.id ?? ''} />
      <input type="hidden" name="version" value={version} />
      <Field
        name="label"
        label={t('questions:label')}
        hint={t('questions:label_hint')}
        state={state}
        defaultValue={field?.label}
        maxLength={FIELD_LIMITS.label}
        autoComplete="off"
        required
      />
      {field ? (
        <>
          <input type="hidden" name="of" value={field.of} />
          <input type="hidden" name="kind" value={field.kind} />
          <p className="muted">
            {t(`questions:of.${field.of}`)} · {t(`questions:kind.${field.kind}`)}
          </p>
        </>
      ) : (
        <div className="form-grid">
          <SelectField name="of" label={t('questions:of_label')} state={state} defaultValue="Player">
            {FIELD_OWNERS.map((one) => (
              <option key={one} value={one}>
                {t(`questions:of.${one}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="kind" label={t('questions:kind_label')} state={state} defaultValue="Text">
            {FIELD_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`questions:kind.${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {(!field || field.kind === 'Choice') && (
        <TextareaField
          name="options"
          label={t('questions:options')}
          hint={t(field ? 'questions:options_edit_hint' : 'questions:options_hint')}
          state={state}
          defaultValue={field?.options.join('\n')}
          rows={4}
        />
      )}
      <Field
        name="hint"
        label={t('questions:hint')}
        state={state}
        defaultValue={field?.hint}
        maxLength={FIELD_LIMITS.hint}
        autoComplete="off"
        optional
      />
      <Setting
        name="required"
        label={t('questions:required')}
        hint={t('questions:required_hint')}
        on={field?.required ?? false}
        state={state}
      />
      {field?.of !== 'Player' && (
        <Setting
          name="public"
          label={t('questions:public')}
          hint={t('questions:public_hint')}
          on={field?.public ?? false}
          state={state}
        />
      )}
      <div className="row">
        <button type="submit" className="btn primary">
          {t(field ? 'questions:save' : 'questions:add')}
        </button>
        {field && (
          <a className="btn" href={back}>
            {t('common:cancel')}
          </a>
        )}
      </div>
    </form>
  )
}
