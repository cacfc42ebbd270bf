import { CircleIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'

const HINTS = ['length', 'lower', 'upper', 'digit', 'symbol'] as const

/** What makes a password strong; only the length is a rule (decisions.md, Password). */
export function PasswordHints() {
  const t = useText()
  return (
    <ul className="pw-rules" aria-label={t('account:hints.label')}>
      {HINTS.map((hint) => (
        <li key={hint}>
          <CircleIcon />
          {t(`account:hints.${hint}`)}
        </li>
      ))}
    </ul>
  )
}
