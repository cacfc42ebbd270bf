import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** Looks of components.css: primary, ghost, danger, danger-solid, sm, lg, icon-only, block. */
  look?: string
}

/** A button that also answers to long presses, pens and screen readers; `isPending` keeps its width and place. */
export function Button({ look, ...props }: ButtonProps) {
  return <AriaButton {...props} className={look ? `btn ${look}` : 'btn'} />
}
