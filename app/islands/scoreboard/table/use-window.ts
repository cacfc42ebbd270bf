import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBrowserLayoutEffect } from './layout-effect'
import type { RowList } from './rows'
import { type Range, rangeOf, scrollTo } from './window'

interface Sizes {
  /** Pixels in which rows are visible. */
  height: number
  row: number
}

function measure(wrap: HTMLElement): Sizes | null {
  const row = wrap.querySelector<HTMLElement>('tbody.rows > tr')
  if (!row) return null
  const head = wrap.querySelector<HTMLElement>('thead')?.offsetHeight ?? 0
  const pinned = wrap.querySelector<HTMLElement>('.pinned')?.offsetHeight ?? 0
  return { height: Math.max(0, wrap.clientHeight - head - pinned), row: row.getBoundingClientRect().height }
}

const isAll = ({ known, count }: RowList) => known.from === 0 && known.to === count

/**
 * Keeps the rows in the document that can be seen, and a few more. A page of rows is shown whole; when all rows
 * become known, the same rows stay where they are on the screen.
 */
export function useWindow(wrap: RefObject<HTMLElement>, list: RowList) {
  const [range, setRange] = useState<Range>(list.known)
  const sizes = useRef<Sizes | null>(null)
  const latest = useRef(list)
  const shown = useRef(list)
  latest.current = list

  const refresh = useCallback(() => {
    const element = wrap.current
    if (!element || !isAll(latest.current)) return
    sizes.current ??= measure(element)
    if (!sizes.current) return
    const next = rangeOf({ scrolled: element.scrollTop, count: latest.current.count, ...sizes.current })
    setRange((range) => (range.from === next.from && range.to === next.to ? range : next))
  }, [wrap])

  useBrowserLayoutEffect(() => {
    const before = shown.current
    shown.current = list
    const element = wrap.current
    if (!element || before === list) return
    sizes.current ??= measure(element)
    if (before.key !== list.key) element.scrollTop = 0
    else if (!isAll(before) && isAll(list)) element.scrollTop += before.known.from * (sizes.current?.row ?? 0)
    if (before.key !== list.key || before.count !== list.count || !isAll(before)) refresh()
  }, [list, wrap, refresh])

  useEffect(() => {
    const element = wrap.current
    if (!element) return
    const resized = new ResizeObserver(() => {
      sizes.current = null
      refresh()
    })
    resized.observe(element)
    element.addEventListener('scroll', refresh, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', refresh)
    }
  }, [wrap, refresh])

  /** Scrolls to a row, has it made, and gives its team the focus. */
  const jump = useCallback(
    (index: number, place: 'nearest' | 'centre') => {
      const element = wrap.current
      if (!element || index < 0) return
      if (isAll(latest.current)) {
        sizes.current ??= measure(element)
        if (!sizes.current) return
        const { count } = latest.current
        element.scrollTop = scrollTo(index, { scrolled: element.scrollTop, count, ...sizes.current }, place)
        flushSync(refresh)
      }
      const id = latest.current.at(index).id
      element.querySelector<HTMLElement>(`tbody.rows > [data-row="${id}"] .c-team a`)?.focus()
    },
    [wrap, refresh]
  )

  const { known, count } = list
  const all = isAll(list)
  const to = all ? Math.min(range.to, count) : known.to
  const from = all ? Math.min(range.from, to) : known.from
  return {
    range: { from, to },
    /** Pixels of the rows before and after; 0 until all rows are known. */
    above: all ? from * (sizes.current?.row ?? 0) : 0,
    below: all ? (count - to) * (sizes.current?.row ?? 0) : 0,
    jump
  }
}
