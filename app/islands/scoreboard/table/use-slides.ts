import { type RefObject, useRef } from 'react'
import { useBrowserLayoutEffect } from './layout-effect'
import { movesOf } from './moves'
import type { RowList } from './rows'
import type { Range } from './window'

const SLIDE = { duration: 280, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Slides rows to new places when the ranking changes (docs/rules/interface.md#motion). */
export function useSlides(wrap: RefObject<HTMLElement>, list: RowList, { from, to }: Range): void {
  const before = useRef<{ list: RowList; places: ReadonlyMap<number, number> } | null>(null)

  useBrowserLayoutEffect(() => {
    const last = before.current
    if (last?.list === list) return
    before.current = { list, places: list.places() }
    if (!last || last.list.key !== list.key || document.hidden || isStill()) return
    const body = wrap.current?.querySelector('tbody.rows')
    if (!body) return
    const ids = Array.from({ length: to - from }, (_, index) => list.at(from + index).id)
    for (const { id, by } of movesOf(last.places, ids, from)) {
      const row = body.querySelector<HTMLElement>(`[data-row="${id}"]`)
      // Percent of the row's own height, so nothing is measured.
      row?.animate([{ transform: `translateY(${by * 100}%)` }, { transform: 'none' }], SLIDE)
    }
  }, [wrap, list, from, to])
}
