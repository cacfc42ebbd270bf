import { createContext, type ReactNode, useContext } from 'react'
import { placeholder } from '~/app/rendering/markup'

/** True while a template is rendered (template.tsx). */
export const TemplateContext = createContext(false)

interface SlotProps {
  name: string
  /** Not called in a template, which has no data for it. */
  children: () => ReactNode
}

/** A part of a page that each reader gets for themselves. Stands between elements. */
export function Slot({ name, children }: SlotProps) {
  return useContext(TemplateContext) ? placeholder(name) : children()
}
