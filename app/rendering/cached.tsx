import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useWords, type Words } from '~/app/i18n/text'
import type { Markup } from './markup'

export type Texts = Record<string, string>

/** Cached components by property name; their markup is inserted each time. */
export type Slots = Record<string, ReactNode>

/** The server's cache of rendered parts (render-cache.tsx). */
export interface RenderCache {
  show(cached: CachedProps<object, object>, props: object, words: Words): ReactNode
  /** Placeholder of a named part while an outline is rendered (outline.tsx); null otherwise. */
  part(name: string): ReactNode
  /** Placeholder for markup, in text that React renders. */
  insert(markup: Markup): string
}

export const CachedContext = createContext<RenderCache | null>(null)

export interface CachedProps<P extends object, T extends object, S extends object = object> {
  of: ComponentType<P & T & S>
  /** The cache key: JSON, and handlers, which the server leaves out. Only what the component needs. */
  props: P
  /** Outside of the key, such as names, so that readers share the rest. Printed only, never tested. */
  texts?: T
  /** `Cached` components outside of the key, printed between elements, so that readers share the frame. */
  slots?: S
  /** The joined markup of the pieces equals that of the whole. The server caches each piece. */
  pieces?(props: P): readonly P[]
  /** Name of the part in the island's outline (outline.tsx); absent when all readers share it. */
  name?: string
}

/**
 * Rendered once for equal properties; must depend on these and the language alone: no contexts, no `useId`.
 * Stands between elements, because in text React would separate it from its neighbours.
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
