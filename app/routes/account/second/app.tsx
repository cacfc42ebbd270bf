import { json, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CodeField } from '~/app/components/form/CodeField'
import { CopyField } from '~/app/components/form/CopyField'
import { Field } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import { RecoveryCodes } from '~/app/islands/passkey-new/RecoveryCodes'
import { redirectWith } from '~/app/request/flash'
import { emptyState, useFormState } from '~/app/request/form-state'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { MAX_FACTOR_NAME_LENGTH } from '~/server/factors/constants'
import { codeInput, factorName } from '~/server/factors/contract'
import { RATES } from '~/server/limits/contract'
import { isAppError } from '~/server/platform/errors'
import { AuthForm, AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { returnPath } from '../return-path'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

interface AddedState extends FormState {
  codes?: string[]
}

const PROFILE = '/account/Profile#factors'

/** The login has ended: it expired, or this page has completed it. */
function noneLeft(error: unknown): null {
  if (isAppError(error) && error.code === 'factor.expired') return null
  throw error
}

/** `GET /account/Authenticator`: adds an app, in a session or in a login that requires a factor. */
export const loader = page(async ({ services, ctx, request, url, t }) => {
  const from = url.searchParams.get('from')
  return {
    title: t('factors:app.title'),
    back: from === null ? PROFILE : returnPath(from),
    pending: await services.factors.pendingTotp(ctx, request.headers.get('Cookie')).catch(noneLeft)
  }
})

export const action = forms({
  begin: oneForm({
    schema: z.object({}),
    rate: RATES.login,
    async run({ services, ctx, request, url }) {
      const cookie = await services.factors.beginTotp(ctx, request.headers.get('Cookie'))
      const from = url.searchParams.get('from')
      const query = from === null ? '' : `?from=${encodeURIComponent(returnPath(from))}`
      return redirect(`/account/Authenticator${query}`, { status: 303, headers: { 'Set-Cookie': cookie } })
    }
  }),
  add: oneForm({
    schema: codeInput.extend({ name: factorName }),
    rate: RATES.login,
    fields: { 'factor.wrong_code': 'code' },
    async run({ services, ctx, request, input }) {
      const { codes, cookies } = await services.factors.addTotp(ctx, input, request.headers.get('Cookie'))
      if (codes === null)
        return redirectWith('/account/Profile#main', { tone: 'ok', key: 'factors:app.done' }, cookies)
      const headers = new Headers()
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      const state: AddedState = { ...emptyState('add'), codes }
      return json(state, { headers })
    }
  })
})

export default function App() {
  const { title, back, pending } = useLoaderData<typeof loader>()
  const state = useFormState('add') as AddedState | null
  const t = useText()
  if (state?.codes)
    return (
      <AuthFrame title={t('factors:app.done')}>
        <RecoveryCodes codes={state.codes} />
        <a className="btn primary lg block" href={back}>
          {t('factors:codes.done')}
        </a>
      </AuthFrame>
    )
  return (
    <AuthFrame title={title}>
      {pending ? (
        <>
          <p className="muted">{t('factors:app.text')}</p>
          <img
            className="qr"
            width={200}
            height={200}
            alt={t('factors:app.qr')}
            src={`data:image/svg+xml,${encodeURIComponent(pending.qr)}`}
          />
          <div className="field totp-key">
            <span className="label">{t('factors:app.key')}</span>
            <CopyField value={pending.key} label={t('factors:app.copy')} />
          </div>
          <AuthForm submit={t('factors:app.add')} hidden={{ intent: 'add' }} intent="add">
            <CodeField label={t('factors:app.code')} state={state} large required />
            <Field
              name="name"
              label={t('factors:name')}
              state={state}
              className="lg"
              defaultValue={t('factors:kind.totp')}
              autoComplete="off"
              maxLength={MAX_FACTOR_NAME_LENGTH}
              required
            />
          </AuthForm>
        </>
      ) : (
        <AuthForm submit={t('factors:app.begin')} hidden={{ intent: 'begin' }} intent="begin" />
      )}
      <p className="muted small">
        <a className="link small" href={back}>
          {t('common:cancel')}
        </a>
      </p>
    </AuthFrame>
  )
}
