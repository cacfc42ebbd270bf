import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isPlain } from '~/app/islands/runtime/is-plain'
import { hrefOf, type Query, readQuery } from './query'

/** Address of the view over which the panel was opened; a step of the history that opened one knows it. */
const openedFrom = () => (history.state as { from?: string } | null)?.from

/** Milliseconds after the last letter until a search is in the address; browsers count how often that changes. */
const TYPING = 400

const here = () => readQuery(new URLSearchParams(location.search))

/** The view of the page, kept in the address; a search is no step in the history, everything else is. */
export function useQuery(gameId: number, first: Query) {
  const [query, setQuery] = useState(first)
  const shown = useRef(first)
  const writing = useRef<ReturnType<typeof setTimeout>>()
  /** The browser is on its way back, where a second press must not lead further. */
  const leaving = useRef(false)

  const show = useCallback((next: Query) => {
    shown.current = next
    setQuery(next)
  }, [])

  useEffect(() => {
    const follow = () => {
      clearTimeout(writing.current)
      leaving.current = false
      show(here())
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [show])

  const go = useCallback(
    (next: Query) => {
      if (leaving.current) return
      clearTimeout(writing.current)
      const before = shown.current
      const from = hrefOf(gameId, before)
      const href = hrefOf(gameId, next)
      const write = (address: string) => history.replaceState(history.state, '', address)
      if (hrefOf(gameId, { ...before, search: next.search, page: next.page }) === href) {
        writing.current = setTimeout(write, TYPING, href)
        show(next)
        return
      }
      // Letters that are not in the address yet belong to the step before.
      write(from)
      if (next.team === null && openedFrom() === href) {
        leaving.current = true
        history.back()
        return
      }
      show(next)
      history.pushState(next.team !== null && before.team === null ? { from } : null, '', href)
    },
    [gameId, show]
  )

  /** Properties of a link to a view, followed without a reload when `live`. */
  const link = (next: Query, live: boolean) => ({
    href: hrefOf(gameId, next),
    onClick(event: MouseEvent) {
      if (!live || !isPlain(event)) return
      event.preventDefault()
      go(next)
    }
  })
  return { query, go, link }
}
