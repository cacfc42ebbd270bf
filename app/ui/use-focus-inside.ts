import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first `selector` in what has opened, unless the focus is inside already. After a key on a
 * native button, the library waits as for a screen reader, until the element is inert.
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
