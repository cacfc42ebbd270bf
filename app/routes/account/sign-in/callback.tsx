import { data, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { messageOf, retryHeaders } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { RATES } from '~/server/limits/contract'
import { isAppError } from '~/server/platform/errors'
import type { SignInOutcome } from '~/server/sign-in/contract'
import { keyHeaders } from '../mail-link'
import { fromQuery, returnPath, secondStep } from '../return-path'
import { Failed } from './Failed'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** Redirects by outcome, away from the address with the code. */
function next({ to, from, cookies }: SignInOutcome): Response {
  if (to === 'linked') return redirectWith('/account/Profile', { tone: 'ok', key: 'signin:linked' }, cookies)
  const back = returnPath(from)
  const paths = {
    return: back,
    second: secondStep(back),
    link: `/account/Link${fromQuery(back)}`,
    waiting: '/account/Login?registered=AdminConfirmationRequired'
  }
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(paths[to], { status: 303, headers })
}

/** `GET /account/SignIn/:provider/Callback`: the provider's redirect. */
export const loader = page(async ({ services, ctx, limits, params, request, url, t, pageHeaders }) => {
  try {
    await limits.take(RATES.login, { userId: ctx.actor?.id ?? null, ip: ctx.ip })
    const cookies = request.headers.get('Cookie')
    throw next(await services.signIn.finish(ctx, params.provider ?? '', url.search, cookies))
  } catch (error) {
    if (!isAppError(error) || error.status === 404) throw error
    Object.assign(pageHeaders, retryHeaders(error))
    const again = ctx.actor ? '/account/Profile' : '/account/Login'
    return data({ title: t('signin:failed'), message: messageOf(error, t), again }, { status: error.status })
  }
})

export default function Callback() {
  const { message, again } = useLoaderData<typeof loader>()
  return <Failed message={message} again={again} />
}
