import { Checks } from '~/app/components/form/Checks'
import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { MAX_DAYS, MAX_TOKEN_NAME_LENGTH } from '~/server/tokens/constants'

/** Name, game and days of a new token, for a `form-grid`. */
export function TokenFields({
  games,
  anyGame,
  state,
  focus
}: {
  games: { id: number; title: string }[]
  /** The text for a token that is for no single game. */
  anyGame: string
  state: FormState | null
  /** The focus of the name. */
  focus?: { autoFocus: boolean } | null
}) {
  const t = useText()
  return (
    <>
      <Field
        name="name"
        label={t('tokens:name')}
        state={state}
        maxLength={MAX_TOKEN_NAME_LENGTH}
        required
        {...focus}
      />
      <SelectField name="game" label={t('tokens:game')} state={state} defaultValue="">
        <option value="">{anyGame}</option>
        {games.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <DaysField state={state} />
    </>
  )
}

/** How long a new token is good for. */
export function DaysField({ state }: { state: FormState | null }) {
  const t = useText()
  return (
    <Field
      name="days"
      type="number"
      label={t('tokens:days')}
      hint={t('tokens:days_hint')}
      state={state}
      min={1}
      max={MAX_DAYS}
      defaultValue="30"
      required
    />
  )
}

/** A box for each scope; reading is ticked at first. */
export function TokenScopes({
  scopes,
  state
}: {
  scopes: [scope: string, text: string][]
  state: FormState | null
}) {
  const t = useText()
  return (
    <Checks
      prefix="scope"
      legend={t('tokens:may')}
      error={state?.errors.scopes}
      boxes={scopes.map(([scope, text]) => ({
        value: scope,
        label: (
          <>
            <code>{scope}</code>
            <span className="hint">{text}</span>
          </>
        ),
        checked: state ? state.values[`scope_${scope}`] !== undefined : scope === 'read'
      }))}
    />
  )
}
