import type { ReactNode } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

interface TooltipProps {
  /** What is shown near it on hover and focus. Never the only place of something one must know. */
  text: ReactNode
  /** One element that takes the focus. */
  children: React.ComponentProps<typeof Focusable>['children']
}

/** More about a thing, on hover and focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={300} closeDelay={100}>
      <Focusable>{children}</Focusable>
      <AriaTooltip offset={6}>{text}</AriaTooltip>
    </TooltipTrigger>
  )
}
