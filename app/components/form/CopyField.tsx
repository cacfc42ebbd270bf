import { useId } from 'react'
import { useText } from '~/app/islands/runtime/words/text'
import { CopyIcon } from '../icons'

interface CopyFieldProps {
  value: string
  label: string
  /** Of the text in the page; made by React when absent. */
  id?: string
}

/** Something to copy letter by letter: one click selects it whole, the button (with script) copies it. */
export function CopyField({ value, label, id: given }: CopyFieldProps) {
  const t = useText()
  const made = useId()
  const id = given ?? made
  return (
    <div className="copy-field">
      {/* An address may begin otherwise here than on the server. */}
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
