import { useContext } from 'react'
import { OriginContext } from './page'
import { useHydrated } from './use-hydrated'

/**
 * The request's origin on the server, the page's in the browser; '' during hydration.
 * Needs `suppressHydrationWarning` where it is printed.
 */
export function useOrigin(): string {
  const given = useContext(OriginContext)
  return useHydrated() ? location.origin : given
}
