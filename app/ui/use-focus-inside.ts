import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first `selector`, unless something inside has the focus already. After a key on a native button the library
 * focuses too late, or the list itself while its items are not collected yet.
 */
export function useFocusInside(ref: RefObject<HTMLElement>, selector: string): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const [{ current: list }, { activeElement }] = [ref, document]
      if (list && (activeElement === list || !list.contains(activeElement)))
        list.querySelector<HTMLElement>(selector)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ref, selector])
}
