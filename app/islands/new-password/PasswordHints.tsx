import { CheckIcon, CircleIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { HINTS, type Hint } from './strength'

export function PasswordHints({ met }: { met: ReadonlySet<Hint> }) {
  const t = useText()
  return (
    <ul className="pw-rules" aria-label={t('password:hints.label')}>
      {HINTS.map((hint) => (
        <li key={hint} className={met.has(hint) ? 'ok' : undefined}>
          {met.has(hint) ? <CheckIcon /> : <CircleIcon />}
          {t(`password:hints.${hint}`)}
          {met.has(hint) && <span className="sr">{t('password:met')}</span>}
        </li>
      ))}
    </ul>
  )
}
