import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Avoids React's warning about layout effects on a server. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

const SLIDE = { duration: 280, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/** Slides rows to new places; no motion where it is reduced (docs/rules/interface.md#motion). */
export function useSlides(list: RefObject<HTMLElement>, scene: object): void {
  const before = useRef(new Map<string, number>())

  useBrowserLayoutEffect(() => {
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
    const places = new Map<string, number>()
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const id = row.dataset.row as string
      const top = row.offsetTop
      places.set(id, top)
      const by = (before.current.get(id) ?? top) - top
      if (by !== 0 && !still)
        row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], SLIDE)
    }
    before.current = places
  }, [list, scene])
}
