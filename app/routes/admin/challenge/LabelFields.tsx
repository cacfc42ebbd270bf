import { Field, SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import tagField from '~/app/islands/tag-field'
import { LABEL_LIMITS, LEVELS } from '~/server/challenges/constants'
import { useDraft } from '../draft-state'
import type { ChallengeFields } from './challenge-form'

export function LabelPanel({ fields }: { fields: ChallengeFields }) {
  const t = useText()
  const state = useDraft()
  return (
    <Panel title={t('admin:labels.title')} body="stack">
      <Field
        name="author"
        label={t('admin:labels.author')}
        state={state}
        defaultValue={fields.author}
        maxLength={LABEL_LIMITS.author}
        optional
      />
      <SelectField name="level" label={t('admin:labels.level')} state={state} defaultValue={fields.level}>
        <option value="">{t('admin:labels.no_level')}</option>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {t(`labels:of.${level}`)}
          </option>
        ))}
      </SelectField>
      <Island
        of={tagField}
        props={{
          name: 'tags',
          label: t('admin:labels.tags'),
          hint: t('admin:labels.tags_hint'),
          separator: 'line',
          value: state?.values.tags ?? fields.tags,
          error: state?.errors.tags
        }}
      />
    </Panel>
  )
}
