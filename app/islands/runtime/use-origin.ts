import { useContext } from 'react'
import { useHydrated } from './hydrated'
import { OriginContext } from './page'

/**
 * Origin of the platform as the reader knows it: of the request on the server, of the page in the browser; '' while React
 * takes over the markup. What shows it wants `suppressHydrationWarning`.
 */
export function useOrigin(): string {
  const given = useContext(OriginContext)
  return useHydrated() ? location.origin : given
}
