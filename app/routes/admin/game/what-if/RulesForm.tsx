import { type ReactNode, useId } from 'react'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { CircleAlertIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import tagField from '~/app/islands/tag-field'
import type { FormState } from '~/app/request/forms'
import { TIE_BREAKS } from '~/server/what-if/contract'
import { MomentIn } from '../../MomentIn'

interface RulesFormProps {
  action: string
  challenges: { id: number; title: string }[]
  /** Names to choose from. */
  teams: readonly string[]
  ticked: number[]
  state: FormState
}

function Wrong({ id, text }: { id?: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="field-error" id={id}>
      <CircleAlertIcon />
      {text}
    </span>
  )
}

function Box({ name, state, children }: { name: string; state: FormState; children: ReactNode }) {
  const id = useId()
  const error = state.errors[name]
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          value="true"
          defaultChecked={state.values[name] === 'true'}
          aria-describedby={error && id}
        />
        {children}
      </label>
      <Wrong id={id} text={error} />
    </>
  )
}

/** Chooses other rules by GET, so that a comparison has an address. Empty fields keep the game's rules. */
export function RulesForm({ action, challenges, teams, ticked, state }: RulesFormProps) {
  const t = useText()
  const decimal = (name: string, hint?: string) => (
    <Field
      key={name}
      name={name}
      label={t(`whatif:${name}`)}
      hint={hint}
      state={state}
      className="num"
      inputMode="decimal"
      autoComplete="off"
    />
  )
  const wrong = state.errors.challenges
  return (
    <form className="stack-16" method="get" action={action}>
      <FormMessage state={state} />
      <p className="hint">{t('whatif:empty_hint')}</p>
      <fieldset>
        <legend>{t('whatif:points')}</legend>
        <Box name="static" state={state}>
          {t('whatif:static')}
        </Box>
        <div className="form-grid">
          {decimal('minRate', '0–1')}
          {decimal('difficulty', '0.01–100000')}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('whatif:bonus')}</legend>
        <Box name="noBonus" state={state}>
          {t('whatif:noBonus')}
        </Box>
        <div className="bonuses">{['first', 'second', 'third'].map((name) => decimal(name))}</div>
      </fieldset>
      <Island
        of={tagField}
        props={{
          name: 'teams',
          label: t('whatif:teams'),
          known: teams,
          separator: 'line',
          value: state.values.teams ?? '',
          error: state.errors.teams
        }}
      />
      <details className="left-out" open={ticked.length > 0 || wrong !== undefined}>
        <summary>
          <span className="link">{t('whatif:challenges')}</span>
        </summary>
        <Wrong text={wrong} />
        <fieldset>
          <legend className="sr">{t('whatif:challenges')}</legend>
          {challenges.map(({ id, title }) => (
            <label key={id} className="check">
              <input type="checkbox" name="challenges[]" value={id} defaultChecked={ticked.includes(id)} />
              <bdi>{title}</bdi>
            </label>
          ))}
        </fieldset>
      </details>
      <MomentIn name="until" label={t('whatif:until')} hint={t('whatif:until_hint')} state={state} />
      <SelectField name="tieBreak" label={t('whatif:tieBreak')} state={state}>
        {TIE_BREAKS.map((one) => (
          <option key={one} value={one}>
            {t(`whatif:tie.${one}`)}
          </option>
        ))}
      </SelectField>
      <div className="row">
        <button type="submit" className="btn primary">
          {t('whatif:compare')}
        </button>
        <a className="btn" href={action}>
          {t('whatif:reset')}
        </a>
      </div>
    </form>
  )
}
