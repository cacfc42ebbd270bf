import { callerLogFields } from '~/server/access/contract'
import { type AppError, toAppError } from '~/server/platform/errors'
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

type Translate = (key: string, params: AppError['params']) => string

/** A fault in words, and the field that it is of, if it is of one. */
function bodyOf({ code, params, extra }: AppError, translate: Translate) {
  const reason = translate(`errors:${code}`, params)
  const field = params.field || extra.field
  const title = params.field && ANONYMOUS.has(code) ? `${params.field}: ${reason}` : reason
  return { title, code, ...(field ? { field } : {}) }
}

/** Any error as `{title, status, code}`, the title in the caller's language (docs/rules/errors.md#body). */
export function errorReply(error: unknown, { ctx, log, translator }: HalyardContext): ApiReply {
  const known = toAppError(error)
  if (known !== error) log.error({ err: error, ...callerLogFields(ctx) }, 'request_failed')
  const faults = [known, ...known.others].map((one) =>
    bodyOf(one, (key, params) => translator.translate(ctx.locale, key, params))
  )
  const { title, field } = faults[0]!
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
      ...(field !== undefined && { field }),
      ...known.extra,
      ...(faults.length > 1 && { errors: faults })
    })
  }
}
