import { SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useDraft } from '../draft-state'

interface CheckerPanelProps {
  /** That the challenge names; blank for none. */
  checker: string
  /** Names of those that are loaded. */
  plugins: string[]
}

/** Chooses the plug-in that decides on answers; absent if none is loaded. */
export function CheckerPanel({ checker, plugins }: CheckerPanelProps) {
  const t = useText()
  const state = useDraft()
  if (plugins.length === 0 && checker === '') return null
  return (
    <Panel title={t('plugins:editor.title')} body="stack">
      <SelectField
        name="checker"
        label={t('plugins:editor.checker')}
        hint={t('plugins:editor.checker_hint')}
        state={state}
        defaultValue={checker}
      >
        <option value="">{t('plugins:editor.flags')}</option>
        {plugins.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        {checker !== '' && !plugins.includes(checker) && (
          <option value={checker}>{t('plugins:editor.gone', { name: checker })}</option>
        )}
      </SelectField>
    </Panel>
  )
}
