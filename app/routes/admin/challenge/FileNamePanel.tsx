import { Field } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useDraft } from '../draft-state'

/** The name that all files of a pool bear. */
export function FileNamePanel({ name }: { name: string }) {
  const t = useText()
  return (
    <Panel title={t('admin:challenge.attachment')} body="stack">
      <Field
        name="fileName"
        label={t('admin:challenge.fileName')}
        hint={t('admin:challenge.attachment_flags')}
        state={useDraft()}
        defaultValue={name}
        className="mono"
        maxLength={255}
        autoComplete="off"
        required
      />
    </Panel>
  )
}
