import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { useText } from '~/app/i18n/text'
import { type FormState, form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { RATES } from '~/server/limits/contract'
import { AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { returnPath } from '../return-path'
import { Failed } from './Failed'
import { goingOf, redirectToProvider } from './leaving'
import { Onward } from './Onward'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** Only a form of this site starts an attempt; links cannot. */
export const loader = page(({ t }) => ({ title: t('account:login.title') }))

/** Responds with a page that refreshes to the provider: `form-action` forbids redirects to other sites. */
export const action = form({
  schema: z.object({ from: z.string().optional() }),
  rate: RATES.login,
  async run({ services, ctx, params, pageHeaders, input }) {
    const departure = await services.signIn.start(ctx, params.provider ?? '', returnPath(input.from))
    return redirectToProvider(departure, pageHeaders)
  }
})

export default function Start() {
  const sent = useActionData()
  const going = goingOf(sent)
  const t = useText()
  if (!going)
    return (
      <Failed
        message={(sent as FormState | undefined)?.message ?? t('errors:sign_in.expired')}
        again="/account/Login"
      />
    )
  return (
    <AuthFrame title={t('signin:with', { provider: going.provider })}>
      <Onward going={going} text="signin:going" />
    </AuthFrame>
  )
}
