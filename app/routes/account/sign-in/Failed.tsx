import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/i18n/text'
import { AuthFrame } from '../AuthFrame'

export function Failed({ message, again }: { message: string | null; again: string }) {
  const t = useText()
  return (
    <AuthFrame title={t('signin:failed')}>
      <Banner tone="bad" title={message ?? t('errors:sign_in.failed')} />
      <a className="btn lg block" href={again}>
        {t('signin:again')}
      </a>
    </AuthFrame>
  )
}
