import { useMatches, useRouteLoaderData } from '@remix-run/react'
import type { Role } from '~/server/accounts/contract'
import type { Flash } from './flash'
import type { CustomTheme, Scheme } from './theme'

/** What every page knows: loaded by the root route. */
export interface ShellData {
  locale: string
  scheme: Scheme
  theme: CustomTheme
  /** `#rrggbb`. */
  brand: string
  /** Unix milliseconds of the server when it made the page. */
  now: number
  platform: {
    title: string
    slogan: string
    logoUrl: string | null
    /** Sanitised HTML, null for none. */
    footer: string | null
  }
  /** Who is logged in; null for a visitor. */
  viewer: { id: string; userName: string; role: Role; avatar: string | null } | null
  flash: Flash | null
  /** What the log calls this request. */
  requestId: string
}

/** Shell data, null only when the root loader itself failed. */
export const useShell = () => (useRouteLoaderData('root') as ShellData | undefined) ?? null

/** What a route's `handle` may say about its frame. */
export interface PageHandle {
  /** bare: no navigation, no footer (projector). */
  frame?: 'bare'
  bodyClass?: string
  /** Ignores the reader's choice. */
  scheme?: Scheme
}

interface PageFrame extends PageHandle {
  title: string | null
  /** A dialog lies over the page: nothing of the shell can be reached. */
  modal: boolean
}

/** Frame and title that the deepest route asks for: by its handle, and by `title` and `modal` of its data. */
export function usePageFrame(): PageFrame {
  const matches = useMatches()
  const handles = matches.map((match) => match.handle as PageHandle | undefined)
  const titles = matches.map((match) => (match.data as { title?: unknown } | undefined)?.title)
  const title = titles.filter((one): one is string => typeof one === 'string').at(-1) ?? null
  const modal = matches.some((match) => (match.data as { modal?: unknown } | undefined)?.modal === true)
  return { ...Object.assign({}, ...handles), title, modal }
}
