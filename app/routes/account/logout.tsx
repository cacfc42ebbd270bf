import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { AuthFrame } from './AuthFrame'
import { keyHeaders } from './mail-link'
import { goingOf, isRedirect, redirectToProvider } from './sign-in/leaving'
import { Onward } from './sign-in/Onward'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** Logging out needs the form of the account menu; links and images cannot. */
export const loader = page(({ pageHeaders, t }) =>
  isRedirect(pageHeaders) ? { title: t('account:logged_out') } : redirect('/')
)

/** `POST /account/Logout`; also ends the session at its identity provider, where supported. */
export const action = form({
  schema: z.object({}),
  async run({ services, ctx, request, pageHeaders }) {
    if (!ctx.actor) return redirect('/', 303)
    const elsewhere = await services.signIn.endSession(ctx)
    const { cookie } = await services.accounts.logout(ctx, request.headers.get('Cookie'))
    if (elsewhere) return redirectToProvider({ ...elsewhere, cookies: [cookie] }, pageHeaders)
    return redirectWith('/', { tone: 'info', key: 'account:logged_out' }, [cookie])
  }
})

export default function Logout() {
  const going = goingOf(useActionData())
  const t = useText()
  return (
    <AuthFrame title={t('account:logged_out')}>
      {going && <Onward going={going} text="signin:out" />}
    </AuthFrame>
  )
}
