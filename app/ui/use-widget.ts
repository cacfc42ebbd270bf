import { type RefObject, useEffect, useRef, useState } from 'react'
import { uiStyles } from './styles'

interface Taking<T> {
  /** Attributes for the element around the native control. */
  place: { ref: RefObject<HTMLDivElement>; 'data-widget'?: 'coming' }
  /** The replacement of the native control; null while that is shown. */
  widget: T | null
}

/**
 * The browser has focused a refused control by itself, and nobody has typed in it. A native control that waited for the
 * reader to leave it would be what they correct.
 */
const isUntouched = (control: Element | null) =>
  control instanceof HTMLInputElement &&
  control.autofocus &&
  control.value === (control.getAttribute('value') ?? '')

/**
 * Replaces a native control by a wrapper, after hydration and not while it is in use. The native one stays in
 * the form, hidden, with the value, and in use if loading fails.
 */
export function useWidget<T>(load: () => Promise<T>): Taking<T> {
  const ref = useRef<HTMLDivElement>(null)
  const [widget, setWidget] = useState<T | null>(null)
  const loading = useRef(load)
  const refocus = useRef(false)
  useEffect(() => {
    if (!widget || !refocus.current) return
    refocus.current = false
    const parts = 'input:not([hidden]), [role=spinbutton]'
    const shown = [...ref.current!.querySelectorAll<HTMLElement>(parts)].filter((part) =>
      part.checkVisibility()
    )
    const wrong = shown.find((part) => part.closest('[data-invalid], [aria-invalid=true]'))
    ;(wrong ?? shown[0])?.focus()
  }, [widget])
  useEffect(() => {
    let closed = false
    const element = ref.current!
    const take = (loaded: T) => {
      if (closed) return
      const held = element.contains(document.activeElement)
      if (held) refocus.current = isUntouched(document.activeElement)
      if (!held || refocus.current) setWidget(() => loaded)
      else element.addEventListener('focusout', () => setTimeout(take, 0, loaded), { once: true })
    }
    Promise.all([loading.current(), uiStyles()]).then(
      ([loaded]) => take(loaded),
      () => {}
    )
    return () => {
      closed = true
    }
  }, [])
  return { place: { ref, 'data-widget': widget ? undefined : 'coming' }, widget }
}

/** Writes into a native control and dispatches its events. */
export function write(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string) {
  if (control.value === value) return
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
