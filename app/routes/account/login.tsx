import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { Field } from '~/app/components/form/Field'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import { PasswordField } from '~/app/routes/account/PasswordField'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { loginInput, REGISTER_STATES } from '~/server/accounts/contract'
import { RATES } from '~/server/limits/contract'
import { isAppError } from '~/server/platform/errors'
import { AuthForm, AuthFrame } from './AuthFrame'
import { captchaFor } from './captcha'
import { keyHeaders } from './mail-link'
import { PasskeyButton } from './PasskeyButton'
import { fromQuery, inviteIn, reasonFor, returnPath, secondStep } from './return-path'
import { SignInButtons } from './sign-in/Buttons'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

export const headers = keyHeaders

export const loader = page(async (args) => {
  const { ctx, url, t, services } = args
  const from = returnPath(url.searchParams.get('from'))
  if (ctx.actor) throw redirect(from)
  const { accountPolicy } = await services.settings.read()
  const waiting = REGISTER_STATES.find((state) => state === url.searchParams.get('registered')) ?? null
  const captcha = await captchaFor(args, 'login')
  const invite = inviteIn(from)
  const buttons = await services.signIn.providers.buttons()
  const only = accountPolicy.onlyProviders && buttons.length > 0
  return {
    title: t('account:login.title'),
    from,
    why: reasonFor(from),
    team: invite === null ? null : await services.teams.invitedTo(ctx, invite),
    waiting,
    open: accountPolicy.allowRegister && !only,
    buttons,
    only,
    // Administrators can always log in by password.
    passwords: !only || url.searchParams.has('password'),
    captcha,
    passkeys: await services.factors.passkeys.offered()
  }
})

export const action = form({
  schema: loginInput.extend({ from: z.string().optional() }),
  rate: RATES.login,
  async run({ services, ctx, request, input: { from, ...input } }) {
    const back = returnPath(from)
    try {
      const { cookie, device } = await services.accounts.login(ctx, input, request.headers.get('Cookie'))
      const headers = new Headers([
        ['Set-Cookie', cookie],
        ['Set-Cookie', device]
      ])
      return redirect(back, { status: 303, headers })
    } catch (error) {
      if (!isAppError(error) || error.code !== 'account.second_factor') throw error
      return redirect(secondStep(back), { status: 303, headers: error.headers })
    }
  }
})

export default function Login() {
  const { title, from, why, team, waiting, open, captcha, buttons, only, passwords, passkeys } =
    useLoaderData<typeof loader>()
  const state = useFormState()
  const t = useText()
  return (
    <AuthFrame title={title}>
      {why && !waiting && (
        <p className="muted">
          {team === null
            ? t(`account:login.why.${why}`)
            : richText(t, 'account:login.why.team_named', { team: <bdi key="team">{team}</bdi> })}
        </p>
      )}
      {waiting && (
        <Banner tone={waiting === 'LoggedIn' ? 'ok' : 'info'} title={t(`account:registered.${waiting}`)}>
          {t(`account:registered_next.${waiting}`)}
        </Banner>
      )}
      <SignInButtons buttons={buttons} from={from} password={passwords} />
      {only && !passwords && (
        <p className="muted small">
          <a className="link small" href="/account/Login?password">
            {t('signin:only_link')}
          </a>
        </p>
      )}
      {passwords && (
        <AuthForm
          action={`/account/Login${fromQuery(from)}${only ? `${fromQuery(from) ? '&' : '?'}password` : ''}`}
          hidden={{ from }}
          submit={t('account:login.submit')}
          captcha={captcha}
        >
          <Field
            name="userName"
            label={t('account:login.user')}
            state={state}
            className="lg"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={254}
            required
          />
          <PasswordField state={state} className="lg" />
        </AuthForm>
      )}
      {passkeys !== null && <PasskeyButton purpose="login" origin={passkeys} to={from} />}
      {why && open && (
        <a className="btn lg block" href={`/account/Register${fromQuery(from)}`}>
          {t('account:login.create')}
        </a>
      )}
      {passwords && (
        <p className="muted small">
          {richText(t, open ? 'account:login.other_ways' : 'account:login.other_way', {
            recover: (
              <a key="recover" className="link small" href="/account/Recovery">
                {t('account:recovery.title')}
              </a>
            ),
            register: (
              <a key="register" className="link small" href={`/account/Register${fromQuery(from)}`}>
                {t('account:login.register')}
              </a>
            )
          })}
        </p>
      )}
    </AuthFrame>
  )
}
