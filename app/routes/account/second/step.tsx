import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/app/components/form/Field'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { codeInput } from '~/server/factors/contract'
import { RATES } from '~/server/limits/contract'
import { AuthForm, AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { PasskeyButton } from '../PasskeyButton'
import { returnPath } from '../return-path'
import { Failed } from '../sign-in/Failed'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** `GET /account/SecondFactor`: what a login still needs after password or provider. */
export const loader = page(async ({ services, ctx, request, url, t }) => {
  const from = returnPath(url.searchParams.get('from'))
  if (ctx.actor) throw redirect(from)
  const waiting = await services.factors.waiting(request.headers.get('Cookie'))
  const sets = waiting !== null && waiting.kinds.length === 0
  return {
    title: t(sets ? 'factors:login.setup_title' : 'factors:login.title'),
    expired: t('errors:factor.expired'),
    ...{ from, waiting, sets, origin: services.factors.passkeys.origin }
  }
})

export const action = forms({
  code: oneForm({
    schema: codeInput.extend({ from: z.string().optional() }),
    rate: RATES.login,
    fields: { 'factor.wrong_code': 'code' },
    async run({ services, ctx, request, input }) {
      const cookies = await services.factors.finish(ctx, input.code, request.headers.get('Cookie'))
      const headers = new Headers()
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      return redirect(returnPath(input.from), { status: 303, headers })
    }
  }),
  cancel: oneForm({
    schema: z.object({}),
    async run({ services, request }) {
      const cookie = await services.factors.cancel(request.headers.get('Cookie'))
      return redirect('/account/Login', { status: 303, headers: { 'Set-Cookie': cookie } })
    }
  })
})

export default function Step() {
  const { title, from, waiting, sets, expired, origin } = useLoaderData<typeof loader>()
  const t = useText()
  if (!waiting) return <Failed message={expired} again="/account/Login" />
  const name = <bdi key="name">{waiting.userName}</bdi>
  return (
    <AuthFrame title={title}>
      <p className="muted">
        {richText(t, sets ? 'factors:login.setup_text' : 'factors:login.text', { name })}
      </p>
      {waiting.kinds.includes('passkey') && origin !== null && (
        <PasskeyButton purpose="step" origin={origin} to={from} />
      )}
      {sets ? <SetUp from={from} passkeys={origin !== null} /> : <Code from={from} />}
      <form method="post">
        <input type="hidden" name="intent" value="cancel" />
        <button type="submit" className="btn ghost block">
          {t('factors:login.cancel')}
        </button>
      </form>
      {!sets && <p className="muted small">{t('factors:login.lost')}</p>}
    </AuthFrame>
  )
}

function Code({ from }: { from: string }) {
  const t = useText()
  return (
    <AuthForm submit={t('factors:login.submit')} hidden={{ intent: 'code', from }} intent="code">
      <Field
        name="code"
        label={t('factors:login.code')}
        hint={t('factors:login.hint')}
        state={useFormState('code')}
        className="lg mono"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        autoFocus
        required
      />
    </AuthForm>
  )
}

function SetUp({ from, passkeys }: { from: string; passkeys: boolean }) {
  const t = useText()
  return (
    <div className="stack">
      <form method="post" action={`/account/Authenticator?from=${encodeURIComponent(from)}`}>
        <input type="hidden" name="intent" value="begin" />
        <button type="submit" className="btn primary lg block">
          {t('factors:app.new')}
        </button>
      </form>
      {passkeys && (
        <a className="btn lg block" href={`/account/Passkey?from=${encodeURIComponent(from)}`}>
          {t('passkeys:new')}
        </a>
      )}
    </div>
  )
}
