import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { Field } from '~/app/components/form/Field'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import type { CaptchaProps } from '~/app/islands/captcha/Captcha'
import newPassword from '~/app/islands/new-password'
import { Island } from '~/app/islands/runtime/island'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { RATES } from '~/server/limits/contract'
import { AuthForm, AuthFrame } from './AuthFrame'
import { captchaFor } from './captcha'
import { allowedDomains, registerForm } from './register-input'
import { fromQuery, inviteIn, returnPath } from './return-path'
import { SignInButtons } from './sign-in/Buttons'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

export const loader = page(async (args) => {
  const { ctx, url, t, services } = args
  const from = returnPath(url.searchParams.get('from'))
  if (ctx.actor) throw redirect(from)
  const { accountPolicy } = await services.settings.read()
  const domains = allowedDomains(accountPolicy.emailDomainList)
  const buttons = await services.signIn.providers.buttons()
  const open = accountPolicy.allowRegister && !(accountPolicy.onlyProviders && buttons.length > 0)
  const captcha = open ? await captchaFor(args, 'register') : null
  const invite = inviteIn(from)
  const team = invite === null ? null : await services.teams.invitedTo(ctx, invite)
  return { title: t('account:register.title'), from, team, open, domains, captcha, buttons }
})

/**
 * Logs the user in, or leads to the login page, which says what is missing
 * (docs/rules/accounts.md#registration).
 */
export const action = form({
  schema: registerForm,
  rate: RATES.register,
  fields: {
    'identity.duplicate_user_name': 'userName',
    'account.already_exists': 'email',
    'account.email_domain_not_allowed': 'email'
  },
  async run({ services, ctx, input }) {
    const { from, passwordRepeat: _, ...account } = input
    const { status, session } = await services.accounts.register(ctx, account)
    const next = returnPath(from)
    if (!session) {
      const query = new URLSearchParams({ registered: status, ...(next !== '/' && { from: next }) })
      return redirect(`/account/Login?${query}`, 303)
    }
    return redirectWith(next, { tone: 'ok', key: 'account:registered.LoggedIn' }, [session.cookie])
  }
})

export default function Register() {
  const { title, from, team, open, domains, captcha, buttons } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AuthFrame title={title}>
      {team !== null && (
        <p className="muted">
          {richText(t, 'account:register.for_team', { team: <bdi key="team">{team}</bdi> })}
        </p>
      )}
      <SignInButtons buttons={buttons} from={from} password={open} />
      {open ? (
        <RegisterForm from={from} domains={domains} captcha={captcha} />
      ) : (
        <Banner title={t('account:register.closed_title')} announce={false}>
          {t('account:register.closed')}
        </Banner>
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

interface RegisterFormProps {
  from: string
  domains: string[]
  captcha: CaptchaProps | null
}

function RegisterForm({ from, domains, captcha }: RegisterFormProps) {
  const t = useText()
  const state = useFormState()
  return (
    <AuthForm
      action={`/account/Register${fromQuery(from)}`}
      hidden={{ from }}
      submit={t('account:register.submit')}
      captcha={captcha}
    >
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
      <Island
        of={newPassword}
        props={{ name: 'password', errors: state?.errors ?? {}, layout: 'large' } as const}
      />
    </AuthForm>
  )
}
