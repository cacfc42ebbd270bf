import { type RefObject, useEffect } from 'react'

/** Focuses the first `selector`. After a key on a native button, the library would focus too late. */
export function useFocusInside(ref: RefObject<HTMLElement>, selector: string): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!ref.current?.contains(document.activeElement))
        ref.current?.querySelector<HTMLElement>(selector)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ref, selector])
}
