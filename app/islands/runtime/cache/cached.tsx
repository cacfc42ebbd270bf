import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useWords, type Words } from '../words/text'
import type { Markup } from './markup'

/** Texts that a component shows as they are. */
export type Texts = Record<string, string>

/** Further cached components, by the properties that they are given as; their markup is put in each time. */
export type Slots = Record<string, ReactNode>

/** The server's way to put into a page what was rendered before (render-cache.tsx). */
export interface RenderCache {
  show(cached: CachedProps<object, object>, props: object, words: Words): ReactNode
  /** Stands for the part of this name while an island's outline is rendered (outline.tsx); null when all of it is. */
  part(name: string): ReactNode
  /** Text that stands for this markup while React renders the page around it. */
  hold(markup: Markup): string
}

export const CachedContext = createContext<RenderCache | null>(null)

export interface CachedProps<P extends object, T extends object, S extends object = object> {
  of: ComponentType<P & T & S>
  /** JSON, and handlers, which the server leaves out. Only what the component needs: all of it is the cache's key. */
  props: P
  /**
   * Further properties, which are not part of the key: names and the like, so that readers share the rest. The component
   * shows each as it is, as text or in an attribute, and neither looks into it nor asks whether it is empty.
   */
  texts?: T
  /**
   * Properties that are `Cached` components, one or a list, and no part of the key either. The component shows each between
   * elements and knows nothing of it, so that readers share what stands around.
   */
  slots?: S
  /**
   * Properties of the component's pieces, whose markup one after the other is that of the whole. The server keeps each by
   * itself, so that readers share those that are the same for them; in the browser it is one component.
   */
  pieces?(props: P): readonly P[]
  /** Name of the part in the island's outline (outline.tsx); absent for what all readers share. */
  name?: string
}

/**
 * A component that the server renders once for all equal properties. It knows nothing but these and the language: of
 * contexts and hooks that look elsewhere it must not make use, `useId` among them, and all its texts have to be those of
 * wherever it stands. It stands between elements, since in text React would separate it from its neighbours.
 */
export function Cached<
  P extends object,
  T extends { [K in keyof T]?: string } = object,
  S extends { [K in keyof S]?: ReactNode } = object
>(cached: CachedProps<P, T, S>) {
  const cache = useContext(CachedContext)
  const words = useWords()
  const { of: Of, props, texts, slots, pieces, name } = cached
  if (!cache) return <Of {...props} {...(texts as T)} {...(slots as S)} />
  const own = name === undefined ? null : cache.part(name)
  if (own !== null) return own
  const part = (one: object) => cache.show(cached as unknown as CachedProps<object, object>, one, words)
  return pieces ? pieces(props).map(part) : part(props)
}
