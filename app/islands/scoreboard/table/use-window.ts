import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBrowserLayoutEffect } from './layout-effect'
import type { RowList } from './rows'
import { type Range, rangeOf, scrollTo } from './window'

/** Pixels: of a row and a challenge's column, and of the visible area. */
interface Sizes {
  row: number
  height: number
  column: number
  width: number
}

function measure(wrap: HTMLElement): Sizes | null {
  const size = (selector: string) => wrap.querySelector(selector)?.getBoundingClientRect()
  const row = size('tbody.rows > tr')
  if (!row) return null
  const covered = (size('thead')?.height ?? 0) + (size('.pinned')?.height ?? 0)
  return {
    row: row.height,
    height: Math.max(0, wrap.clientHeight - covered),
    column: size('th.ch')?.width ?? 0,
    width: Math.max(0, wrap.clientWidth - (size('.corner')?.width ?? 0))
  }
}

/** Tables with fewer challenges keep all columns in the document. */
const FEW_COLUMNS = 40

/** Rows while their size is unknown. */
const FIRST_ROWS = 20

const same = (a: Range, b: Range) => a.from === b.from && a.to === b.to

const isAll = ({ known, count }: RowList) => known.from === 0 && known.to === count

/** Sticky cells cost a third of the time of vertical scrolling: off until scrolled sideways. */
const stick = (wrap: HTMLElement) => void wrap.toggleAttribute('data-unmoved', wrap.scrollLeft === 0)

function useRanges(wrap: RefObject<HTMLElement>, list: RowList, columnCount: number) {
  const [rows, setRows] = useState<Range>(list.known)
  const [columns, setColumns] = useState<Range>({ from: 0, to: columnCount })
  const sizes = useRef<Sizes | null>(null)
  const printing = useRef(false)
  const latest = useRef(list)
  latest.current = list

  const refresh = useCallback(() => {
    const element = wrap.current
    if (!element) return
    stick(element)
    if (!isAll(latest.current)) return
    if (printing.current) {
      setRows({ from: 0, to: latest.current.count })
      setColumns({ from: 0, to: columnCount })
      return
    }
    sizes.current ??= measure(element)
    const { count } = latest.current
    if (!sizes.current) {
      // No row can be measured: the first few make the table grow, which calls this again.
      setRows({ from: 0, to: Math.min(count, FIRST_ROWS) })
      return
    }
    const { height, row, width, column } = sizes.current
    const down = rangeOf({ scrolled: element.scrollTop, visible: height, size: row, count })
    setRows((range) => (same(range, down) ? range : down))
    // In right-to-left text, scrollLeft is negative.
    const scene = { scrolled: Math.abs(element.scrollLeft), visible: width, size: column, count: columnCount }
    const across = columnCount > FEW_COLUMNS && column > 0 ? rangeOf(scene) : { from: 0, to: columnCount }
    setColumns((range) => (same(range, across) ? range : across))
  }, [wrap, columnCount])

  useEffect(() => {
    const print = ({ type }: Event) => {
      printing.current = type === 'beforeprint'
      flushSync(refresh)
    }
    addEventListener('beforeprint', print)
    addEventListener('afterprint', print)
    return () => {
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', print)
    }
  }, [refresh])

  return { rows, columns, sizes, latest, refresh }
}

/** Only visible rows and columns are in the document. When all rows are loaded, they stay in place. */
export function useWindow(wrap: RefObject<HTMLElement>, list: RowList, columnCount: number) {
  const { rows, columns, sizes, latest, refresh } = useRanges(wrap, list, columnCount)
  const shown = useRef(list)

  useBrowserLayoutEffect(() => {
    const before = shown.current
    shown.current = list
    const element = wrap.current
    if (!element || before === list) return
    sizes.current ??= measure(element)
    if (before.key !== list.key) element.scrollTop = 0
    else if (!isAll(before) && isAll(list)) element.scrollTop += before.known.from * (sizes.current?.row ?? 0)
    if (before.key !== list.key || before.count !== list.count || !isAll(before)) refresh()
  }, [list, wrap, sizes, refresh])
  useBrowserLayoutEffect(() => {
    if (wrap.current) sizes.current ??= measure(wrap.current)
    refresh()
  }, [wrap, sizes, refresh])

  useEffect(() => {
    const element = wrap.current
    if (!element) return
    const resized = new ResizeObserver(() => {
      // A search without a result has no row to measure: keeps the old sizes.
      sizes.current = measure(element) ?? sizes.current
      refresh()
    })
    resized.observe(element)
    element.addEventListener('scroll', refresh, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', refresh)
    }
  }, [wrap, sizes, refresh])

  const jump = useCallback(
    (index: number, place: 'nearest' | 'centre') => {
      const element = wrap.current
      if (!element || index < 0) return
      if (isAll(latest.current)) {
        sizes.current ??= measure(element)
        if (!sizes.current) return
        const { height: visible, row: size } = sizes.current
        const scene = { scrolled: element.scrollTop, visible, size, count: latest.current.count }
        element.scrollTop = scrollTo(index, scene, place)
        flushSync(refresh)
      }
      const id = latest.current.at(index).id
      const link = element.querySelector<HTMLElement>(`tbody.rows > [data-row="${id}"] .c-team a`)
      link?.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'nearest' })
    },
    [wrap, sizes, latest, refresh]
  )

  const firstVisible = useCallback(() => {
    const { known, count } = latest.current
    const top = (wrap.current?.scrollTop ?? 0) / (sizes.current?.row ?? 1)
    return Math.min(count - 1, known.from + Math.ceil(Math.floor(top * 10) / 10))
  }, [wrap, sizes, latest])

  const { known, count } = list
  const all = isAll(list)
  const to = all ? Math.min(rows.to, count) : known.to
  const from = all ? Math.min(rows.from, to) : known.from
  return {
    range: { from, to },
    columns: all ? columns : { from: 0, to: columnCount },
    /** Pixels of the rows before and after; 0 until all rows are loaded. */
    above: all ? from * (sizes.current?.row ?? 0) : 0,
    below: all ? (count - to) * (sizes.current?.row ?? 0) : 0,
    jump,
    firstVisible
  }
}
