import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CodeField } from '~/app/components/form/CodeField'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import { PasswordField } from '~/app/routes/account/PasswordField'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { confirmInput } from '~/server/factors/contract'
import { RATES } from '~/server/limits/contract'
import { AuthForm, AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { PasskeyButton } from '../PasskeyButton'
import { returnPath } from '../return-path'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** `GET /account/Check`: confirms the owner before a sensitive action. */
export const loader = page('User', async ({ services, ctx, url, t }) => {
  const [hasPassword, { factors }] = await Promise.all([
    services.signIn.hasPassword(ctx),
    services.factors.view(ctx)
  ])
  return {
    title: t('factors:check.title'),
    from: returnPath(url.searchParams.get('from')),
    hasPassword,
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    origin: factors.some(({ kind }) => kind === 'passkey') ? services.factors.passkeys.origin : null
  }
})

export const action = form({
  role: 'User',
  rate: RATES.login,
  schema: z.intersection(confirmInput, z.object({ from: z.string().optional() })),
  fields: { 'identity.password_mismatch': 'password', 'factor.wrong_code': 'code' },
  async run({ services, ctx, input: { from, ...proof } }) {
    await services.factors.confirm(ctx, proof)
    return redirectWith(returnPath(from), { tone: 'ok', key: 'factors:check.done' })
  }
})

export default function Check() {
  const { title, from, hasPassword, hasApp, origin } = useLoaderData<typeof loader>()
  const state = useFormState()
  const t = useText()
  const either = hasPassword && hasApp
  return (
    <AuthFrame title={title}>
      <p className="muted">
        {t(hasPassword || hasApp || origin !== null ? 'factors:check.text' : 'factors:check.no_password')}
      </p>
      {origin !== null && <PasskeyButton purpose="confirm" origin={origin} to={from} />}
      {(hasPassword || hasApp) && (
        <AuthForm submit={t('factors:check.submit')} hidden={{ from }}>
          {hasPassword && <PasswordField state={state} className="lg" required={!either} />}
          {hasApp && (
            <CodeField
              label={t(either ? 'factors:check.or_code' : 'factors:app.code')}
              state={state}
              large
              required={!either}
            />
          )}
        </AuthForm>
      )}
      <p className="muted small">
        <a className="link small" href={from}>
          {t('common:cancel')}
        </a>
      </p>
    </AuthFrame>
  )
}
