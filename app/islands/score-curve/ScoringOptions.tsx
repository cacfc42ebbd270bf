import { useText } from '~/app/i18n/text'
import { SCORING_FUNCTIONS } from '~/scoring/rules/functions'

interface ScoringOptionsProps {
  /** The value of the standard curve. */
  standard: string
  plugins: readonly string[]
}

/** Ways in which a value falls. */
export function ScoringOptions({ standard, plugins }: ScoringOptionsProps) {
  const t = useText()
  return (
    <>
      <option value={standard}>{t('curve:function.standard')}</option>
      {SCORING_FUNCTIONS.map((name) => (
        <option key={name} value={name}>
          {t(`curve:function.${name}`)}
        </option>
      ))}
      {plugins.map((name) => (
        <option key={name} value={name}>
          {t('curve:plugin', { name })}
        </option>
      ))}
    </>
  )
}
