import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the first of `selector` in what has just opened, unless it is inside already. A key that presses a
 * native button counts as a screen reader to the library, which then waits with the focus for an element that is inert by
 * that time.
 */
export function useFocusInside(ref: RefObject<HTMLElement>, selector: string): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!ref.current?.contains(document.activeElement))
        ref.current?.querySelector<HTMLElement>(selector)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ref, selector])
}
