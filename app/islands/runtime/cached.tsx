import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useWords, type Words } from './text'

/** The server's way to show a component that it may have rendered before (render-cache.tsx). */
export type ShowCached = <P extends object>(of: ComponentType<P>, props: P, words: Words) => ReactNode

export const CachedContext = createContext<ShowCached | null>(null)

export interface CachedProps<P extends object> {
  of: ComponentType<P>
  /** JSON, and handlers, which the server leaves out. Only what the component needs: all of it is the cache's key. */
  props: P
}

/**
 * A component that the server renders once for all equal properties. It knows nothing but these and the language: of
 * contexts and hooks that look elsewhere it must not make use, `useId` among them, and all its texts have to be those of
 * wherever it stands. It stands between elements, since in text React would separate it from its neighbours.
 */
export function Cached<P extends object>({ of: Of, props }: CachedProps<P>) {
  const show = useContext(CachedContext)
  const words = useWords()
  return show ? show(Of, props, words) : <Of {...props} />
}
