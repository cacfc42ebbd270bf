import { SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useDraft } from '../draft-state'
import type { ChallengeFields } from './challenge-form'

interface PluginPanelProps {
  fields: ChallengeFields
  /** Names of those that are loaded. */
  plugins: { checker: string[]; scoring: string[] }
}

const NONE = { checker: 'plugins:editor.flags', scoring: 'plugins:editor.formula' } as const

/** Chooses plug-ins that decide on answers and points; absent if none is loaded. */
export function PluginPanel({ fields, plugins }: PluginPanelProps) {
  const t = useText()
  const state = useDraft()
  const shown = (['checker', 'scoring'] as const).filter(
    (kind) => plugins[kind].length > 0 || fields[kind] !== ''
  )
  if (shown.length === 0) return null
  return (
    <Panel title={t('plugins:editor.title')} body="stack">
      {shown.map((kind) => (
        <SelectField
          key={kind}
          name={kind}
          label={t(`plugins:editor.${kind}`)}
          hint={t(`plugins:editor.${kind}_hint`)}
          state={state}
          defaultValue={fields[kind]}
        >
          <option value="">{t(NONE[kind])}</option>
          {plugins[kind].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          {fields[kind] !== '' && !plugins[kind].includes(fields[kind]) && (
            <option value={fields[kind]}>{t('plugins:editor.gone', { name: fields[kind] })}</option>
          )}
        </SelectField>
      ))}
    </Panel>
  )
}
