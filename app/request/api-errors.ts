import { callerOf } from '~/server/accounts/contract'
import { toAppError } from '~/server/platform/errors'
import type { ApiReply } from './api'
import type { HalyardContext } from './context'
import { retryHeaders } from './errors'

/** Any thrown thing as `{title, status}` in the caller's language (contract README, Errors). */
export function errorReply(error: unknown, { ctx, log, translator }: HalyardContext): ApiReply {
  const known = toAppError(error)
  if (known !== error) log.error({ err: error, ...callerOf(ctx) }, 'request_failed')
  const title = translator.translate(ctx.locale, `errors:${known.code}`, known.params)
  const headers: ApiReply['headers'] = {
    'Content-Type': known.problem ? 'application/problem+json' : 'application/json; charset=utf-8',
    ...retryHeaders(known)
  }
  return {
    status: known.status,
    headers,
    body: JSON.stringify({ title, status: known.bodyStatus, ...known.extra })
  }
}
