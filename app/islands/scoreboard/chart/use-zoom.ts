import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Span } from './scale'
import { between, lastHours, spanOfZoom } from './zoom'

/** Position of the pointer in percent of the plot's width. */
function shareAt({ clientX }: PointerEvent, plot: Element): number {
  const { left, width } = plot.getBoundingClientRect()
  return ((clientX - left) / width) * 100
}

const inOrder = (a: number, b: number): Span => ({
  from: Math.max(0, Math.min(a, b)),
  to: Math.min(100, Math.max(a, b))
})

/** The shown span, first the newest `last` hours; a mouse or pen selects another one, a double press resets it. */
export function useZoom(box: RefObject<HTMLElement>, reach: Span, usual: Span, last: number | null) {
  const [zoom, setZoom] = useState(() => lastHours(last))
  const [brush, setBrush] = useState<Span | null>(null)
  const span = spanOfZoom(zoom, reach, usual)
  const latest = useRef({ span, reach })
  latest.current = { span, reach }

  const known = useRef(last)
  useEffect(() => {
    if (known.current === last) return
    known.current = last
    setZoom(lastHours(last))
  }, [last])

  useEffect(() => {
    const plot = box.current?.querySelector<SVGSVGElement>('.chart > svg')
    if (!plot) return
    let begun: number | null = null
    const press = (event: PointerEvent) => {
      const share = shareAt(event, plot)
      // A finger scrolls; labels lie beyond the edge or are pressed themselves.
      if (event.button !== 0 || event.pointerType === 'touch' || share < 0 || share > 100) return
      if ((event.target as Element).closest('.tag')) return
      event.preventDefault()
      plot.setPointerCapture(event.pointerId)
      begun = share
    }
    const move = (event: PointerEvent) => {
      if (begun !== null) setBrush(inOrder(begun, shareAt(event, plot)))
    }
    const release = (event: PointerEvent) => {
      if (begun === null) return
      const { span, reach } = latest.current
      const drawn = event.type === 'pointerup' && between(span, reach, begun, shareAt(event, plot))
      begun = null
      setBrush(null)
      if (drawn) setZoom(drawn)
    }
    const all = () => setZoom(null)
    plot.addEventListener('pointerdown', press)
    plot.addEventListener('pointermove', move)
    plot.addEventListener('pointerup', release)
    plot.addEventListener('pointercancel', release)
    plot.addEventListener('dblclick', all)
    return () => {
      plot.removeEventListener('pointerdown', press)
      plot.removeEventListener('pointermove', move)
      plot.removeEventListener('pointerup', release)
      plot.removeEventListener('pointercancel', release)
      plot.removeEventListener('dblclick', all)
    }
  }, [box])
  return { zoom, setZoom, span, brush }
}
