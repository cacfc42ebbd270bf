import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { AuthForm, AuthFrame } from './AuthFrame'
import type { MailLink } from './mail-link'

interface WayOut {
  href: string
  text: string
}

export const TO_RECOVERY: WayOut = { href: '/account/Recovery', text: 'account:link.to_recovery' }
export const TO_LOGIN: WayOut = { href: '/account/Login', text: 'account:link.to_login' }
export const TO_PROFILE: WayOut = { href: '/account/Profile', text: 'account:link.to_profile' }

function WaysOut({ ways }: { ways: WayOut[] }) {
  const t = useText()
  return (
    <div className="row">
      {ways.map(({ href, text }) => (
        <a key={href} className="btn" href={href}>
          {t(text)}
        </a>
      ))}
    </div>
  )
}

export function BrokenLink({ ways }: { ways: WayOut[] }) {
  const t = useText()
  return (
    <>
      <Banner tone="warn" title={t('account:link.broken')} announce={false}>
        {t('account:link.broken_text')}
      </Banner>
      <WaysOut ways={ways} />
    </>
  )
}

export function UsedLink({ reason, ways }: { reason: string; ways: WayOut[] }) {
  const t = useText()
  return (
    <>
      <Banner tone="bad" title={reason}>
        {t('account:link.used_text')}
      </Banner>
      <WaysOut ways={ways} />
    </>
  )
}

interface LinkPageProps {
  title: string
  link: MailLink | null
  /** Block of account.json with `text`, `text_for` and `submit`. */
  words: 'verify' | 'confirm'
  ways: WayOut[]
}

/** Page of a mailed link: a button, because mail scanners open links, so opening must not change anything. */
export function LinkPage({ title, link, words, ways }: LinkPageProps) {
  const t = useText()
  const errors = useFormState()?.errors
  const refused = errors?.token ?? errors?.email
  const text = link?.address
    ? t(`account:${words}.text_for`, { email: link.address })
    : t(`account:${words}.text`)
  return (
    <AuthFrame title={title}>
      {!link && <BrokenLink ways={ways} />}
      {link && refused && <UsedLink reason={refused} ways={ways} />}
      {link && !refused && (
        <>
          <p className="muted">{text}</p>
          <AuthForm submit={t(`account:${words}.submit`)} hidden={{ token: link.token, email: link.email }} />
        </>
      )}
    </AuthFrame>
  )
}
