import { Checks } from '~/app/components/form/Checks'
import { SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useDraft } from '../draft-state'
import type { ChallengeFields } from './challenge-form'

interface Other {
  id: number
  title: string
  isEnabled: boolean
}

export function RequirementPanel({ fields, others }: { fields: ChallengeFields; others: readonly Other[] }) {
  const t = useText()
  const state = useDraft()
  const chosen = (id: number) =>
    state ? state.values[`requires_${id}`] !== undefined : fields.requires.includes(id)
  const disabled = others.filter(({ id, isEnabled }) => fields.requires.includes(id) && !isEnabled)
  if (others.length === 0) return null
  return (
    <Panel title={t('admin:requirements.title')} aside={fields.requires.length || null} body="stack">
      <input type="hidden" name="requires" value="1" />
      {disabled.length > 0 && (
        <p className="muted small">
          {t('admin:requirements.disabled', { titles: disabled.map(({ title }) => title).join(', ') })}
        </p>
      )}
      <div className="requirements">
        <Checks
          prefix="requires"
          legend={t('admin:requirements.legend')}
          error={state?.errors.requires}
          boxes={others.map(({ id, title }) => ({
            value: String(id),
            label: <bdi>{title}</bdi>,
            checked: chosen(id)
          }))}
        />
      </div>
      <SelectField
        name="hideLocked"
        label={t('admin:requirements.until')}
        state={state}
        defaultValue={fields.hideLocked ? 'on' : ''}
      >
        <option value="">{t('admin:requirements.card')}</option>
        <option value="on">{t('admin:requirements.hidden')}</option>
      </SelectField>
    </Panel>
  )
}
