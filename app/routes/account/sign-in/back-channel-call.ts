import { type ActionFunctionArgs, json } from '@remix-run/node'
import { z } from 'zod'
import { sentForm } from '~/app/request/sent-form'
import { RATES } from '~/server/limits/contract'
import { isAppError } from '~/server/platform/errors'

const token = z.string().min(1).max(16_384)

const NEVER_KEPT = { 'Cache-Control': 'no-store' }

/**
 * `POST /account/SignIn/:provider/BackChannelLogout`: an identity provider says who has logged out there. Answers by OpenID
 * Connect Back-Channel Logout 1.0, section 2.8.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, ctx, limits, multipart } = context
  try {
    await limits.take(RATES.login, { userId: null, ip: ctx.ip })
    const fields = await sentForm({ request, multipart })
    const sent = token.safeParse(fields.get('logout_token'))
    if (!sent.success) return refusal(400)
    await services.signIn.backChannelLogout(ctx, params.provider ?? '', sent.data)
    return json({}, { headers: NEVER_KEPT })
  } catch (error) {
    if (error instanceof Response) return error
    if (!isAppError(error)) throw error
    return refusal(error.status)
  }
}

const refusal = (status: number) =>
  json({ error: 'invalid_request' }, { status: status === 404 ? 400 : status, headers: NEVER_KEPT })

export const loader = () => {
  throw new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
