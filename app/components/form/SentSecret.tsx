import { useText } from '~/app/islands/runtime/words/text'
import { KEPT } from './kept'

interface SentSecretProps {
  name: string
  /** Sealed; absent: nothing is kept. */
  kept?: string | undefined
  isLost?: boolean | undefined
}

/** Beside a field that is never printed again: that it is sent again, or has to be filled in again. */
export function SentSecret({ name, kept, isLost }: SentSecretProps) {
  const t = useText()
  if (kept !== undefined)
    return (
      <label className="check">
        <input type="checkbox" name={KEPT + name} value={kept} defaultChecked />
        <span>{t('common:form.secret_kept')}</span>
      </label>
    )
  return isLost ? <span className="hint">{t('common:form.secret_lost')}</span> : null
}
