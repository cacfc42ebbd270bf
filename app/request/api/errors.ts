import { callerOf } from '~/server/access/contract'
import { toAppError } from '~/server/platform/errors'
import type { HalyardContext } from '../context'
import { retryHeaders } from '../errors'
import type { ApiReply } from './messages'

const ANONYMOUS = new Set([
  ...[
    'field.characters',
    'field.number_required',
    'field.out_of_range',
    'field.required',
    'field.text_too_long'
  ],
  ...['field.time_required', 'field.type_mismatch', 'validation.failed']
])

/** Any error as `{title, status, code}`, the title in the caller's language (docs/rules/errors.md#body). */
export function errorReply(error: unknown, { ctx, log, translator }: HalyardContext): ApiReply {
  const known = toAppError(error)
  if (known !== error) log.error({ err: error, ...callerOf(ctx) }, 'request_failed')
  const reason = translator.translate(ctx.locale, `errors:${known.code}`, known.params)
  const { field } = known.params
  const title = field && ANONYMOUS.has(known.code) ? `${field}: ${reason}` : reason
  const headers: ApiReply['headers'] = {
    'Content-Type': known.problem ? 'application/problem+json' : 'application/json; charset=utf-8',
    ...retryHeaders(known),
    ...known.headers
  }
  return {
    status: known.status,
    headers,
    body: JSON.stringify({
      title,
      status: known.bodyStatus,
      code: known.code,
      ...(field && { field }),
      ...known.extra
    })
  }
}
