import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { snapped, timeOfKey } from './reading'
import type { Line, Span } from './scale'

/** Pixels within which the pointer snaps to a solve. */
const SNAP = 6

interface Readable {
  lines: readonly Line[]
  span: Span
  until: number
}

/** The time whose scores are read, by pointer, finger or keys; null for none. */
export function useReading(box: RefObject<HTMLElement>, readable: Readable) {
  const [at, setAt] = useState<number | null>(null)
  const latest = useRef(readable)
  latest.current = readable

  useEffect(() => {
    const plot = box.current?.querySelector<SVGSVGElement>('.chart > svg')
    if (!plot) return
    const follow = ({ clientX }: PointerEvent) => {
      const { lines, span, until } = latest.current
      const { left, width } = plot.getBoundingClientRect()
      const length = span.to - span.from
      const pointed = span.from + ((clientX - left) / width) * length
      const slack = (SNAP / width) * length
      const isPast = pointed >= span.from - slack && pointed <= until + slack
      const inside = Math.min(until, Math.max(span.from, pointed))
      setAt(isPast ? Math.min(until, snapped(lines, inside, slack)) : null)
    }
    // A lifted finger also leaves; the reading stays until the next touch.
    const leave = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setAt(null)
    const elsewhere = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' && !plot.contains(target as Node)) setAt(null)
    }
    plot.addEventListener('pointermove', follow)
    plot.addEventListener('pointerdown', follow)
    plot.addEventListener('pointerleave', leave)
    addEventListener('pointerdown', elsewhere)
    return () => {
      plot.removeEventListener('pointermove', follow)
      plot.removeEventListener('pointerdown', follow)
      plot.removeEventListener('pointerleave', leave)
      removeEventListener('pointerdown', elsewhere)
    }
  }, [box])

  const { span, until } = readable
  const reader = {
    onFocus: () => setAt(until),
    onBlur: () => setAt(null),
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' && at !== null) setAt(null)
      else {
        const next = timeOfKey(event.key, { shift: event.shiftKey }, at ?? until, {
          from: span.from,
          to: until
        })
        if (next === null) return
        setAt(next)
      }
      event.preventDefault()
    }
  }
  // The time may lie outside of a new span.
  const isShown = at !== null && at >= span.from && at <= until
  return { at: isShown ? at : null, reader }
}
