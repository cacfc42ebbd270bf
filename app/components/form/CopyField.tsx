import { useId } from 'react'
import { useText } from '~/app/i18n/text'
import { CopyIcon } from '../icons'

interface CopyFieldProps {
  value: string
  label: string
  id?: string
}

/** A text to copy: one click selects it, the button copies it with script. */
export function CopyField({ value, label, id: given }: CopyFieldProps) {
  const t = useText()
  const made = useId()
  const id = given ?? made
  return (
    <div className="copy-field">
      {/* The browser may know another origin than the server. */}
      <code id={id} suppressHydrationWarning>
        {value}
      </code>
      <button
        type="button"
        className="btn js-only"
        data-copy={id}
        data-done={t('common:copied')}
        aria-describedby={id}
      >
        <CopyIcon />
        <span className="sr">{label}</span>
        <span aria-live="polite">{t('common:copy')}</span>
      </button>
    </div>
  )
}
