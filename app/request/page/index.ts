import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { type Format, formatOf } from '~/app/i18n/format'
import { type GameAction, isGameAction } from '~/server/access/constants'
import type { Actor, Role } from '~/server/access/contract'
import type { HalyardContext } from '../context'
import { pageError, requireRole } from '../errors'
import { type Guard, requireGameRole } from '../game-guard'

export interface PageArgs extends HalyardContext {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  t: TFunction
  format: Format
}

export interface UserPageArgs extends PageArgs {
  actor: Actor
}

/** Arguments of a loader that also runs without a request, for templates (template.tsx). */
export type ViewArgs = Omit<PageArgs, 'request'>
export type UserViewArgs = Omit<UserPageArgs, 'request'>

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/** What loaders and actions get, from the request and its context. */
export function pageArgs({ request, params, context }: RouteArgs): PageArgs {
  return { ...knownArgs(new URL(request.url), params, context), request }
}

/** Arguments without the request, which only forms need. */
export function knownArgs(
  url: URL,
  params: PageArgs['params'],
  context: HalyardContext
): Omit<PageArgs, 'request'> {
  const { locale } = context.ctx
  return { ...context, params, url, t: context.translator.textOf(locale), format: formatOf(locale) }
}

/**
 * Data should hold `title`, for "title - platform". Expected errors become the login, 404 or an error page.
 */
export function page<T>(run: (args: PageArgs) => T | Promise<T>): (args: RouteArgs) => Promise<T>
/** A page for users with at least this role, or with this action in the path's game: visitors log in first, others get 404. */
export function page<T>(
  who: Exclude<Role, 'Banned'> | GameAction,
  run: (args: UserPageArgs) => T | Promise<T>
): (args: RouteArgs) => Promise<T>
export function page<T>(
  ...given:
    | [run: (args: PageArgs) => T | Promise<T>]
    | [who: Exclude<Role, 'Banned'> | GameAction, run: (args: UserPageArgs) => T | Promise<T>]
) {
  return async (route: RouteArgs): Promise<T> => {
    if (route.context.template) return route.context.template.page as T
    try {
      const args = pageArgs(route)
      const actor =
        given.length === 2 ? requireRole(route.context, route.request, guardOf(given[0]), route.params) : null
      await requireGameRole(route.context, args.url.pathname, args.params)
      if (given.length === 1) return await given[0](args)
      return await given[1]({ ...args, actor: actor! })
    } catch (error) {
      throw pageError(error, route.request, route.context)
    }
  }
}

const guardOf = (who: Exclude<Role, 'Banned'> | GameAction): Guard =>
  isGameAction(who) ? { act: who } : { role: who }

/** Path and query of this page, for forms that return to it. */
export const pathOf = ({ url }: ViewArgs) => url.pathname + url.search

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}
