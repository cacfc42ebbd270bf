import { Checks } from '~/app/components/form/Checks'
import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/islands/runtime/words/text'
import type { FormState } from '~/app/request/forms'
import { LONGEST_TOKEN_NAME, MOST_DAYS, SERVICE_SCOPES } from '~/server/tokens/constants'

interface TokenFieldsProps {
  games: { id: number; title: string }[]
  state: FormState | null
}

export function TokenFields({ games, state }: TokenFieldsProps) {
  const t = useText()
  return (
    <>
      <div className="form-grid">
        <Field name="name" label={t('tokens:name')} state={state} maxLength={LONGEST_TOKEN_NAME} required />
        <SelectField name="game" label={t('tokens:game')} state={state} defaultValue="">
          <option value="">{t('tokens:service.platform')}</option>
          {games.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <Field
          name="days"
          type="number"
          label={t('tokens:days')}
          hint={t('tokens:days_hint')}
          state={state}
          min={1}
          max={MOST_DAYS}
          defaultValue="30"
          required
        />
      </div>
      <Checks
        prefix="scope"
        legend={t('tokens:may')}
        error={state?.errors.scopes}
        boxes={SERVICE_SCOPES.map((scope) => ({
          value: scope,
          label: (
            <>
              <code>{scope}</code>
              <span className="hint">{t(`tokens:service.scope.${scope}`)}</span>
            </>
          ),
          checked: state ? state.values[`scope_${scope}`] !== undefined : scope === 'read'
        }))}
      />
    </>
  )
}
