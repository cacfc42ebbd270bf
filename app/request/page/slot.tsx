import { createContext, type ReactNode, useContext } from 'react'
import { placeholder } from '~/app/islands/runtime/cache/markup'

/** Whether this rendering is a template (template.tsx). */
export const TemplateContext = createContext(false)

interface SlotProps {
  name: string
  /** Not called in a template, whose data has nothing of it. */
  children: () => ReactNode
}

/** A part of a page that is made for each reader. It stands between elements. */
export function Slot({ name, children }: SlotProps) {
  return useContext(TemplateContext) ? placeholder(name) : children()
}
