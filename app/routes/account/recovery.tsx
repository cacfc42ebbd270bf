import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { Field } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { recoveryInput } from '~/server/accounts/contract'
import { RATES } from '~/server/limits/contract'
import { AuthForm, AuthFrame } from './AuthFrame'
import { captchaFor } from './captcha'

const HERE = '/account/Recovery'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

export const loader = page(async (args) => {
  const { accountPolicy } = await args.services.settings.read()
  return {
    title: args.t('account:recovery.title'),
    mails: accountPolicy.emailConfirmationRequired,
    sent: args.url.searchParams.has('sent'),
    captcha: await captchaFor(args, 'recovery')
  }
})

/** The response does not depend on whether the account exists (docs/rules/accounts.md#known-addresses). */
export const action = form({
  schema: recoveryInput,
  rate: RATES.register,
  async run({ services, ctx, input }) {
    await services.accounts.recovery(ctx, input)
    return redirect(`${HERE}?sent`, 303)
  }
})

export default function Recovery() {
  const { title, mails, sent, captcha } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState()
  return (
    <AuthFrame title={title}>
      {!mails && (
        <Banner title={t('account:recovery.off_title')} announce={false}>
          {t('account:recovery.off')}
        </Banner>
      )}
      {mails && sent && (
        <Banner tone="ok" title={t('account:recovery.sent')}>
          {t('account:recovery.sent_text')}
        </Banner>
      )}
      {mails && !sent && <p className="muted">{t('account:recovery.text')}</p>}
      {mails && (
        <AuthForm action={HERE} submit={t('account:recovery.submit')} captcha={captcha}>
          <Field
            name="email"
            type="email"
            label={t('account:email')}
            state={state}
            className="lg"
            autoComplete="email"
            maxLength={254}
            required
          />
        </AuthForm>
      )}
      <p>
        <a className="link small" href="/account/Login">
          {t('account:recovery.back')}
        </a>
      </p>
    </AuthFrame>
  )
}
