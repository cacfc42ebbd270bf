import { useActionData, useLocation } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import type { PasskeyProps } from '~/app/islands/passkey/Passkey'
import type { IslandDefinition } from '~/app/islands/runtime/define'
import { Island } from '~/app/islands/runtime/island'
import type { StepUpState } from '~/app/request/forms'
import { PROOF } from '~/app/request/step-up'
import { Panel } from '../Panel'
import { CodeField } from './CodeField'
import { Field } from './Field'
import { FormMessage } from './FormMessage'

const FORM = 'step-up'

/**
 * Asks whether it is the owner who sent the last form (docs/rules/accounts.md#confirmation). The form is sent again with the
 * proof, so nothing that was filled in is lost. Nothing while no form needs it.
 */
export function StepUp({ passkey }: { passkey: IslandDefinition<PasskeyProps> }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const state = useActionData() as Partial<StepUpState> | undefined
  if (!state?.stepUp) return null
  const { fields, lost, hasPassword, hasApp, origin } = state.stepUp
  const shown = state as StepUpState
  const here = pathname + search
  const either = hasPassword && hasApp
  const can = hasPassword || hasApp || origin !== null
  return (
    <Panel title={t('factors:check.title')} className="step-up" body="stack-16">
      <p className="muted">{t(can ? 'factors:check.here' : 'factors:check.no_password')}</p>
      {lost && can && <p className="muted">{t('factors:check.lost')}</p>}
      <FormMessage state={shown} />
      <form id={FORM} className="stack-16" method="post" action={here}>
        {fields.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        {hasPassword && (
          <Field
            name={PROOF.password}
            type="password"
            label={t('account:password')}
            state={shown}
            autoComplete="current-password"
            required={!either}
            autoFocus
          />
        )}
        {hasApp && (
          <CodeField
            name={PROOF.code}
            label={t(either ? 'factors:check.or_code' : 'factors:app.code')}
            state={shown}
            required={!either}
          />
        )}
        {(hasPassword || hasApp) && (
          <div className="row">
            <button type="submit" className="btn primary">
              {t('factors:check.submit')}
            </button>
            <a className="btn" href={here}>
              {t('common:cancel')}
            </a>
          </div>
        )}
      </form>
      {origin !== null && (
        <Island of={passkey} props={{ purpose: 'confirm', origin, to: here, form: FORM }} />
      )}
    </Panel>
  )
}
