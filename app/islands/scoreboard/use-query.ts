import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { hrefOf, type Query, readQuery } from './query'

/** A click that the browser should handle itself, such as one that opens a tab. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** History entries that opened a panel from this page carry this mark. */
const OPENED = { panel: true }
const openedHere = () => (history.state as { panel?: boolean } | null)?.panel === true

/** Milliseconds after the last letter until a search is in the address; browsers count how often that changes. */
const TYPING = 400

const here = () => readQuery(new URLSearchParams(location.search))

/** The view of the page, kept in the address; a search is no step in the history, everything else is. */
export function useQuery(gameId: number, first: Query) {
  const [query, setQuery] = useState(first)

  const writing = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => {
    const follow = () => {
      clearTimeout(writing.current)
      setQuery(here())
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const go = useCallback(
    (next: Query) => {
      clearTimeout(writing.current)
      const before = here()
      const href = hrefOf(gameId, next)
      const closes = before.team !== null && hrefOf(gameId, { ...before, team: null }) === href
      if (closes && openedHere()) {
        history.back()
        return
      }
      setQuery(next)
      if (href === hrefOf(gameId, before)) return
      const write = () => history.replaceState(history.state, '', href)
      if (next.search !== before.search) writing.current = setTimeout(write, TYPING)
      else history.pushState(next.team !== null && before.team === null ? OPENED : null, '', href)
    },
    [gameId]
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

export { isPlain }
