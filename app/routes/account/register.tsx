import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { Field } from '~/app/components/Field'
import { useText } from '~/app/islands/runtime/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { RATES } from '~/server/platform/rates'
import { AuthForm, AuthFrame } from './AuthFrame'
import { PasswordHints } from './PasswordHints'
import { allowedDomains, registerForm } from './register-input'
import { fromQuery, returnPath } from './return-path'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

export const loader = page(async ({ ctx, url, t, services }) => {
  const from = returnPath(url.searchParams.get('from'))
  if (ctx.actor) throw redirect(from)
  const { accountPolicy } = await services.settings.read()
  const domains = allowedDomains(accountPolicy.emailDomainList)
  return { title: t('account:register.title'), from, open: accountPolicy.allowRegister, domains }
})

/** Logged in at once, or told on the login page what is still missing (behaviour.md 1.2). */
export const action = form({
  schema: registerForm,
  rate: RATES.register,
  fields: {
    'identity.duplicate_user_name': 'userName',
    'account.already_exists': 'email',
    'account.email_domain_not_allowed': 'email'
  },
  async run({ services, ctx, input }) {
    const { userName, email, password, from } = input
    const { status, session } = await services.accounts.register(ctx, { userName, email, password })
    const next = returnPath(from)
    if (!session) {
      const query = new URLSearchParams({ registered: status, ...(next !== '/' && { from: next }) })
      return redirect(`/account/Login?${query}`, 303)
    }
    return redirectWith(next, { tone: 'ok', key: 'account:registered.LoggedIn' }, [session.cookie])
  }
})

export default function Register() {
  const { title, from, open, domains } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AuthFrame title={title}>
      {open ? (
        <RegisterForm from={from} domains={domains} />
      ) : (
        <Banner>{t('account:register.closed')}</Banner>
      )}
      <p className="muted small">
        {t('account:register.have_account')}{' '}
        <a className="link small" href={`/account/Login${fromQuery(from)}`}>
          {t('account:login.title')}
        </a>
      </p>
    </AuthFrame>
  )
}

function RegisterForm({ from, domains }: { from: string; domains: string[] }) {
  const t = useText()
  const state = useFormState()
  const secret = { type: 'password', state, className: 'lg', autoComplete: 'new-password', maxLength: 256 }
  return (
    <AuthForm action="/account/Register" from={from} submit={t('account:register.submit')}>
      <Field
        name="userName"
        label={t('account:user_name')}
        hint={t('account:register.user_name_hint')}
        state={state}
        className="lg"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        minLength={3}
        maxLength={15}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('account:email')}
        hint={domains.length > 0 && t('account:register.domains', { list: domains.join(', ') })}
        state={state}
        className="lg"
        autoComplete="email"
        maxLength={254}
        required
      />
      <Field {...secret} name="password" label={t('account:password')} minLength={6} required />
      <PasswordHints />
      <Field {...secret} name="passwordRepeat" label={t('account:password_repeat')} required />
    </AuthForm>
  )
}
