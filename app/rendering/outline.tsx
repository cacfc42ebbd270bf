import type { ReactNode } from 'react'
import type { Words } from '~/app/i18n/text'
import { type Cut, fillPlaceholders, keptCut, type Markup, textOf } from './markup'
import { partName, partsOf } from './render-cache'

/** A shared outline with the reader's own parts, composed without React. Server only. */
export interface Outline<P extends object> {
  /** Properties with stand-ins for the reader's values. Outside of the parts, they must render equally. */
  common(props: P): P
  /** The parts for one reader, by the names of the island's `Cached` components: the same elements from the real properties. */
  parts(props: P, words: Words): Record<string, () => ReactNode>
}

/** Outlines by key, oldest first. */
const outlines = new Map<string, Cut>()
/** Outlines kept: each is valid for seconds, until a time in its properties changes. */
const MAX_OUTLINES = 200

function outlineOf(key: string, make: () => Cut): Cut {
  const known = outlines.get(key)
  if (known) return known
  if (outlines.size >= MAX_OUTLINES) outlines.delete(outlines.keys().next().value!)
  const made = make()
  outlines.set(key, made)
  return made
}

/** Renders the island with React: whole, or with placeholders for its named parts. */
type Render<P> = (props: P, outline: boolean) => Markup

/**
 * @param keyOf everything that the outline depends on beside its properties
 * @throws Error when the first use differs from React's rendering: `common` or `parts` do not fit
 */
export function renderOutline<P extends object>(
  { common, parts }: Outline<P>,
  props: P,
  { keyOf, render, words }: { keyOf(props: P): string; render: Render<P>; words: Words }
): Markup {
  const named = parts(props, words)
  const own = (name: string): Markup => {
    const part = named[name]
    if (!part) throw new Error(`The outline has no part ${name}`)
    return partsOf(part(), words)
  }
  const filled = (outline: Cut): Markup => fillPlaceholders(outline, (name) => own(partName(name)!))
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
