import { ownPath } from '~/app/request/errors'

/** Where to go after logging in: the page that asked for it, never one that would ask again. */
export function returnPath(from: string | null | undefined): string {
  const path = ownPath(from)
  return /^\/account\/(login|logout|register)\b/i.test(path) ? '/' : path
}

/** `?from=…` for a link that keeps the page to return to; empty for the home page. */
export const fromQuery = (from: string) => (from === '/' ? '' : `?from=${encodeURIComponent(from)}`)
