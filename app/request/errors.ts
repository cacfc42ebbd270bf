import { json, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { type Actor, callerLogFields, hasRole } from '~/server/access/contract'
import { RATES } from '~/server/limits/contract'
import { type AppError, isAppError, isStoreAway, toAppError, whatIsGone } from '~/server/platform/errors'
import type { HalyardContext } from './context'
import { type Guard, isAllowed, leastOf } from './game-guard'

export interface ErrorNote {
  code: string
  message: string
  requestId: string
}

const SELF = 'http://self'
const MAX_PATH_LENGTH = 2048

/**
 * A path of this site, else `fallback` (docs/rules/security.md#redirects). Browsers read backslashes as
 * slashes, drop control characters and resolve dots, so `/\\x`, `/\t/x` and `/.//x` lead elsewhere.
 */
export function ownPath(target: string | null | undefined, fallback = '/'): string {
  if (!target?.startsWith('/') || target.length > MAX_PATH_LENGTH || /[\\\p{Cc}]/u.test(target))
    return fallback
  if (!URL.canParse(target, SELF)) return fallback
  const url = new URL(target, SELF)
  if (url.origin !== SELF || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

/** Login page that returns to this request. */
export const loginPath = (request: Request): string => `/account/Login?from=${fromOf(request)}`

function fromOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return encodeURIComponent(pathname + search)
}

/** @throws Response that redirects visitors to the login (docs/rules/interface.md#pages-and-roles) */
function requireUser({ ctx }: HalyardContext, request: Request): Actor {
  if (!ctx.actor) throw redirect(loginPath(request))
  return ctx.actor
}

/** Logs an attempt to use what is for staff (docs/rules/accounts.md#roles), limited so that nobody can flood the log. */
export function noteRefused({ ctx, limits, log }: HalyardContext, path: string): void {
  limits.take(RATES.refusal, { userId: ctx.actor?.id ?? null, ip: ctx.ip }).then(
    () => log.warn({ ...callerLogFields(ctx), path }, 'access_refused'),
    () => {}
  )
}

/** @throws Response to the login, or 404 for lower roles (docs/rules/interface.md#pages-and-roles) */
export function requireRole(
  context: HalyardContext,
  request: Request,
  guard: Guard,
  params: Record<string, string | undefined> = {}
): Actor {
  const actor = requireUser(context, request)
  const { pathname } = new URL(request.url)
  if (isAllowed(actor, guard, pathname, params)) return actor
  if (hasRole(leastOf(guard) ?? 'User', 'Monitor')) noteRefused(context, pathname)
  throw notFoundPage()
}

/** The 404 page, "The Nowhere". */
export const notFoundPage = () => new Response(null, { status: 404 })

/** The error's text in the reader's language. */
export const messageOf = (error: AppError, t: TFunction) => t(`errors:${error.code}`, error.params) as string

export const retryHeaders = ({ retryAfter }: AppError): Record<string, string> =>
  retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }

/** Redirect to login or confirmation, 404, error page, or the error itself. */
export function pageError(
  thrown: unknown,
  request: Request,
  { ctx, log, translator, pageHeaders }: HalyardContext
): unknown {
  const away = isStoreAway(thrown)
  const error = away ? toAppError(thrown) : whatIsGone(thrown)
  if (away) log.error({ err: thrown, ...callerLogFields(ctx) }, 'page_failed')
  if (!isAppError(error)) return error
  if (error.code === 'account.confirm_needed') return redirect(`/account/Check?from=${fromOf(request)}`)
  if (error.status === 401) return redirect(loginPath(request))
  if (error.status === 404 || error.status === 403) return notFoundPage()
  const note: ErrorNote = {
    code: error.code,
    message: messageOf(error, translator.textOf(ctx.locale)),
    requestId: ctx.requestId
  }
  Object.assign(pageHeaders, retryHeaders(error))
  return json(note, { status: error.status })
}
