import type { ReactNode } from 'react'
import type { Words } from '~/app/islands/runtime/words/text'
import { type Cut, fill, keptCut, type Markup, textOf } from './markup'
import { partName, partsOf } from './render-cache'

/**
 * How an island is put together without React for each reader: its outline, which many readers share, and in it the
 * reader's own parts. Server only.
 */
export interface Outline<P extends object> {
  /**
   * Properties with stand-ins for all that is the reader's own. The outline is rendered from these alone, and they are its
   * key. What React writes outside of the named parts must be the same from them as from the reader's properties.
   */
  common(props: P): P
  /**
   * By the names that the island's `Cached` components have: the same elements as there, from the first properties. One
   * `Cached` each, or several one after the other.
   */
  parts: Record<string, (props: P, words: Words) => ReactNode>
}

/** Outlines by what they are made from, the oldest first. */
const outlines = new Map<string, Cut>()
/** Outlines kept: each is good for the seconds until a time among its properties moves on. */
const MOST = 200

function outlineOf(key: string, make: () => Cut): Cut {
  const known = outlines.get(key)
  if (known) return known
  if (outlines.size >= MOST) outlines.delete(outlines.keys().next().value!)
  const made = make()
  outlines.set(key, made)
  return made
}

/** How React renders the island: all of it, or with placeholders for its named parts. */
type Render<P> = (props: P, outline: boolean) => Markup

/**
 * An island's markup from its outline and the reader's parts.
 * @param keyOf all that the outline is made from, properties aside
 * @throws Error when an outline with its parts is not what React renders for the reader who asks first, since then
 *   `common` or `parts` do not fit the component
 */
export function outlined<P extends object>(
  { common, parts }: Outline<P>,
  props: P,
  { keyOf, render, words }: { keyOf(props: P): string; render: Render<P>; words: Words }
): Markup {
  const own = (name: string): Markup => {
    const part = parts[name]
    if (!part) throw new Error(`The outline has no part ${name}`)
    return partsOf(part(props, words), words)
  }
  const filled = (outline: Cut): Markup => fill(outline, (name) => own(partName(name)!))
  const shared = common(props)
  return filled(
    outlineOf(keyOf(shared), () => {
      const outline = keptCut(textOf(render(shared, true)))
      if (textOf(filled(outline)) !== textOf(render(props, false)))
        throw new Error('An outline with its parts is not what React renders')
      return outline
    })
  )
}
