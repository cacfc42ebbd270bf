import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { MessageFields } from '~/app/components/form/MessageFields'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

interface OpenFormProps {
  /** Challenges that it can be about. */
  subjects: { id: number; title: string }[]
  /** The one that the address names. */
  chosen: number | null
  /** The team does not play. */
  apart: boolean
}

/** A question to the organisers. */
export function OpenForm({ subjects, chosen, apart }: OpenFormProps) {
  const t = useText()
  const state = useFormState()
  return (
    <Panel title={t('help:new')}>
      <form className="stack-16 help-form" method="post">
        <FormMessage state={state} />
        {apart && <p className="muted">{t('help:apart')}</p>}
        <SelectField name="challengeId" label={t('help:about')} state={state} defaultValue={chosen ?? ''}>
          <option value="">{t('help:the_game')}</option>
          {subjects.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <MessageFields state={state} hint={t('help:text_hint')} />
        <button type="submit" className="btn primary">
          {t('help:send')}
        </button>
      </form>
    </Panel>
  )
}
