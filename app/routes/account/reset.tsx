import { useLoaderData } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import newPassword from '~/app/islands/new-password'
import { Island } from '~/app/islands/runtime/island'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { passwordResetInput } from '~/server/accounts/contract'
import { RATES } from '~/server/limits/contract'
import { AuthForm, AuthFrame } from './AuthFrame'
import { BrokenLink, TO_LOGIN, TO_RECOVERY, UsedLink } from './LinkPage'
import { keyHeaders, type MailLink, mailLink } from './mail-link'
import { passwordRepeat, repeatedField } from './repeated'

const WAYS = [TO_RECOVERY, TO_LOGIN]

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

export const loader = page(({ url, t }) => ({ title: t('account:reset.title'), link: mailLink(url) }))

export const action = form({
  schema: passwordResetInput.extend({ passwordRepeat }).refine(...repeatedField('password')),
  rate: RATES.register,
  fields: { 'identity.invalid_token': 'rToken', 'account.invalid_email': 'rToken' },
  async run({ services, ctx, input: { rToken, email, password } }) {
    await services.accounts.passwordReset(ctx, { rToken, email, password })
    return redirectWith('/account/Login', { tone: 'ok', key: 'account:reset.done' })
  }
})

export default function Reset() {
  const { title, link } = useLoaderData<typeof loader>()
  return <AuthFrame title={title}>{link ? <ResetForm link={link} /> : <BrokenLink ways={WAYS} />}</AuthFrame>
}

function ResetForm({ link: { token, email, address } }: { link: MailLink }) {
  const t = useText()
  const state = useFormState()
  const refused = state?.errors.rToken ?? state?.errors.email
  if (refused) return <UsedLink reason={refused} ways={WAYS} />
  return (
    <>
      <p className="muted">
        {address ? t('account:reset.text_for', { email: address }) : t('account:reset.text')}
      </p>
      <AuthForm submit={t('account:reset.submit')} hidden={{ rToken: token, email }}>
        <Island
          of={newPassword}
          props={{ name: 'password', errors: state?.errors ?? {}, layout: 'large' } as const}
        />
      </AuthForm>
    </>
  )
}
