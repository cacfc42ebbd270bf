import { useContext } from 'react'
import { useHydrated } from './hydrated'
import { OriginContext } from './page'

/**
 * Origin of the platform: of the request on the server, of the page in the browser; '' during hydration.
 * Needs `suppressHydrationWarning` where it is printed.
 */
export function useOrigin(): string {
  const given = useContext(OriginContext)
  return useHydrated() ? location.origin : given
}
