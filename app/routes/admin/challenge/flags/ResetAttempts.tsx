import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

export function ResetAttempts({ href }: { href: string }) {
  const t = useText()
  const state = useFormState('attempts')
  return (
    <Panel title={t('trylimit:reset')} body="stack">
      <form className="stack" method="post" action={href}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="attempts" />
        <Field name="team" label={t('corrections:team')} state={state} required />
        <Field name="reason" label={t('trylimit:reason')} state={state} maxLength={500} required />
        <button type="submit" className="btn">
          {t('trylimit:reset')}
        </button>
      </form>
    </Panel>
  )
}
