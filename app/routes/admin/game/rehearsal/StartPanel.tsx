import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { REHEARSAL_LIMITS } from '~/server/rehearsals/constants'

export function StartPanel({ action }: { action: string }) {
  const t = useText()
  const state = useFormState('start')
  return (
    <Panel title={t('rehearsals:start')} body="stack-16">
      <p>{t('rehearsals:start_text')}</p>
      <FormMessage state={state} />
      <form className="stack" method="post" action={action}>
        <input type="hidden" name="intent" value="start" />
        <Field
          name="teams"
          type="number"
          label={t('rehearsals:teams')}
          hint={t('rehearsals:teams_hint', { max: REHEARSAL_LIMITS.teams })}
          state={state}
          min={1}
          max={REHEARSAL_LIMITS.teams}
          defaultValue={String(REHEARSAL_LIMITS.usualTeams)}
        />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('rehearsals:rehearse')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
