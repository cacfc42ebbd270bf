import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isPlain } from '~/app/islands/runtime/is-plain'
import { hrefOf, type Query, readQuery } from './query'

/** Address of the view below the panel; stored in the history entry that opened it. */
const openedFrom = () => (history.state as { from?: string } | null)?.from

/** Milliseconds after typing until the address changes; browsers limit such changes. */
const TYPING = 400

const here = () => readQuery(new URLSearchParams(location.search))

/** The view, kept in the address; a search replaces the history entry, all else adds one. */
export function useQuery(gameId: number, first: Query) {
  const [query, setQuery] = useState(first)
  const shown = useRef(first)
  const writing = useRef<ReturnType<typeof setTimeout>>()
  /** Going back; a second press must not go back twice. */
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
      // Pending letters belong to the entry before.
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

  const link = (next: Query, live: boolean) => ({
    href: hrefOf(gameId, next),
    onClick(event: MouseEvent) {
      if (!live || !isPlain(event)) return
      event.preventDefault()
      go(next)
    }
  })
  const replace = useCallback(
    (next: Query) => {
      history.replaceState(history.state, '', hrefOf(gameId, next))
      show(next)
    },
    [gameId, show]
  )
  return { query, go, replace, link }
}
