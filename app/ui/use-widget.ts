import { type RefObject, useEffect, useRef, useState } from 'react'
import { uiStyles } from './styles'

interface Taking<T> {
  /** On the element around the native control. */
  place: { ref: RefObject<HTMLDivElement>; 'data-widget'?: 'coming' }
  /** The wrapper that stands in for the native control; null as long as that is shown. */
  widget: T | null
}

/**
 * A native control that one of the library's takes the place of: the page comes with the native one; the wrapper is
 * fetched once the island is awake, and waits while somebody is in the control. The native one stays in the form, hidden,
 * and holds the value: what saves, restores or compares the form needs to know nothing of the other. Where the wrapper
 * cannot be fetched, the native one stays in use.
 */
export function useWidget<T>(load: () => Promise<T>): Taking<T> {
  const ref = useRef<HTMLDivElement>(null)
  const [widget, setWidget] = useState<T | null>(null)
  const loading = useRef(load)
  useEffect(() => {
    let gone = false
    const element = ref.current!
    const take = (loaded: T) => {
      if (gone) return
      if (!element.contains(document.activeElement)) setWidget(() => loaded)
      else element.addEventListener('focusout', () => setTimeout(take, 0, loaded), { once: true })
    }
    Promise.all([loading.current(), uiStyles()]).then(
      ([loaded]) => take(loaded),
      () => {}
    )
    return () => {
      gone = true
    }
  }, [])
  return { place: { ref, 'data-widget': widget ? undefined : 'coming' }, widget }
}

/** Writes into a native control and tells those who listen to its form. */
export function write(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string) {
  if (control.value === value) return
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
