import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

export function Start({ gameId }: { gameId: number }) {
  const t = useText()
  const state = useFormState('start')
  return (
    <Panel title={t('ceremony:start')} body="stack-16">
      <p>{t('ceremony:start_text')}</p>
      <FormMessage state={state} />
      <form className="stack" method="post" action={`/admin/games/${gameId}/Reveal`}>
        <input type="hidden" name="intent" value="start" />
        <Field
          name="from"
          type="number"
          min={1}
          label={t('ceremony:from')}
          hint={t('ceremony:from_hint')}
          state={state}
          defaultValue=""
          optional
        />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('ceremony:start')}
          </button>
          <a className="btn" href={`/games/${gameId}/Reveal`}>
            {t('ceremony:screen')}
          </a>
        </div>
      </form>
    </Panel>
  )
}
