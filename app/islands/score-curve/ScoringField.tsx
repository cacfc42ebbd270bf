import { useId } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { useText } from '~/app/i18n/text'
import { isScoringFunction } from '~/scoring/rules/functions'
import { ScoringOptions } from './ScoringOptions'

interface ScoringFieldProps {
  value: string
  error?: string
  plugins: readonly string[]
  onChange(): void
}

/** Chooses how the value falls: by the standard curve, a function beside it, or a plug-in of the operator. */
export function ScoringField({ value, error, plugins, onChange }: ScoringFieldProps) {
  const t = useText()
  const id = useId()
  const own = value === '' ? 'standard' : isScoringFunction(value) ? value : null
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('curve:scoring')}
      </label>
      <select
        id={id}
        name="scoring"
        className="select"
        value={value}
        onChange={onChange}
        {...(error && WRONG)}
        aria-describedby={error ? `${id}e ${id}h` : `${id}h`}
      >
        <ScoringOptions standard="" plugins={plugins} />
        {own === null && !plugins.includes(value) && (
          <option value={value}>{t('curve:gone', { name: value })}</option>
        )}
      </select>
      {error && (
        <span className="field-error" id={`${id}e`}>
          {error}
        </span>
      )}
      <span className="hint" id={`${id}h`}>
        {t(own === null ? 'curve:plugin_hint' : `curve:hint.${own}`)}
      </span>
    </div>
  )
}
