import { useText } from '~/app/i18n/text'
import type { Going } from './leaving'

interface OnwardProps {
  going: Going
  text: 'signin:going' | 'signin:out'
}

/** Link for browsers that do not follow the refresh header. */
export function Onward({ going: { to, provider }, text }: OnwardProps) {
  const t = useText()
  return (
    <>
      <p className="muted">{t(text, { provider })}</p>
      <a className="btn primary lg block" href={to} rel="noreferrer">
        {t('signin:continue', { provider })}
      </a>
    </>
  )
}
