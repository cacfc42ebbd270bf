import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import { AuthForm, AuthFrame } from './AuthFrame'
import type { MailLink } from './mail-link'

interface WayOut {
  href: string
  /** Key of a text. */
  text: string
}

/** Where to go from a link that does not work. */
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

/** Instead of what a link leads to when a part of it is missing. */
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

/** After a link was refused. */
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
  /** Nested block of account.json with `text`, `text_for` and `submit`. */
  words: 'verify' | 'confirm'
  ways: WayOut[]
}

/**
 * What the link of a mail opens: a button. Programs that read mails open links too, so opening one must not change
 * anything.
 */
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
