import { type RefObject, useEffect, useRef } from 'react'
import { type Query, readQuery } from '../query'

/** Links of the chart, such as teams to compare, show their view without a reload. Null: the browser follows them. */
export function useViewLinks(box: RefObject<HTMLElement>, onView: ((query: Query) => void) | null) {
  const latest = useRef(onView)
  latest.current = onView
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const target = event.target as Element
      // The label of a line does what its name in the key does.
      const label = target.closest<SVGElement>('.tag')
      if (label)
        box.current?.querySelector<HTMLElement>(`.chart-key [data-team="${label.dataset.team}"]`)?.click()
      const link = target.closest<HTMLAnchorElement>('a[data-view]')
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || !latest.current || event.button !== 0 || modified) return
      event.preventDefault()
      latest.current(readQuery(new URL(link.href).searchParams))
    }
    const { current } = box
    current?.addEventListener('click', press)
    return () => current?.removeEventListener('click', press)
  }, [box])
}
