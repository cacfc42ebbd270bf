import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import { PasswordField } from '~/app/routes/account/PasswordField'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { RATES } from '~/server/limits/contract'
import { linkPassword } from '~/server/sign-in/contract'
import { AuthForm, AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { returnPath, secondStep } from '../return-path'
import { Failed } from './Failed'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

export const loader = page(async ({ services, request, t }) => ({
  title: t('signin:link.title'),
  pending: await services.signIn.pending(request.headers.get('Cookie')),
  expired: t('errors:sign_in.expired')
}))

export const action = form({
  schema: linkPassword,
  rate: RATES.login,
  fields: { 'identity.password_mismatch': 'password' },
  async run({ services, ctx, request, input }) {
    const { to, from, cookies } = await services.signIn.link(
      ctx,
      input.password,
      request.headers.get('Cookie')
    )
    const headers = new Headers()
    for (const cookie of cookies) headers.append('Set-Cookie', cookie)
    const back = returnPath(from)
    return redirect(to === 'second' ? secondStep(back) : back, { status: 303, headers })
  }
})

export default function Link() {
  const { title, pending, expired } = useLoaderData<typeof loader>()
  const state = useFormState()
  const t = useText()
  if (!pending) return <Failed message={expired} again="/account/Login" />
  return (
    <AuthFrame title={title}>
      <p className="muted">{t('signin:link.text', pending)}</p>
      <AuthForm submit={t('signin:link.submit')}>
        <PasswordField state={state} className="lg" />
      </AuthForm>
      <p className="muted small">
        <a className="link small" href="/account/Recovery">
          {t('account:recovery.title')}
        </a>
      </p>
    </AuthFrame>
  )
}
